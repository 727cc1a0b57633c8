import { z } from 'zod';
import { adminChanges, adminReads, serverOnly, type Call } from '../call.js';
import { type PlanTypeCode, PLAN_TYPES } from '../data.contract.js';
import { Amount, BodyToken, Code, listed, Moment, Network, Ok } from '../fields/http-fields.js';

export const CATALOG_CHANGE_CALLS = {
  catalogueSwitches: adminReads('/api/admin-catalogue-switches/'),
  disableNetwork: adminChanges('/api/disable-network-id/', 'finance'),
  activateNetwork: adminChanges('/api/activate-network-id/', 'finance'),
  activatePlanType: adminChanges('/api/activate-plan-type/', 'finance'),
  deactivatePlanType: adminChanges('/api/deactivate-plan-type/', 'finance'),
  setDataPrice: adminChanges('/api/admin-set-data-prices/', 'finance'),
  affiliateFee: adminReads('/api/get-affiliate-fee/'),
  setAffiliateFee: adminChanges('/api/set-affiliate-fee/', 'finance'),
} as const satisfies Record<string, Call>;

export const newPriceFields = () => ({
  /** `amount` is the price on the screen; `STALE_EDIT` if it has changed. */
  newPrices: Amount,
  amount: Amount,
  /** `affiliate_amount` is the price on the screen. */
  affiliate_price: Amount.optional(),
  affiliate_amount: Amount.optional(),
  /** `cost_amount` is the cost on the screen. */
  cost: Amount.optional(),
  cost_amount: Amount.optional(),
  /** Allows prices below cost instead of `NEGATIVE_MARGIN`. */
  allow_below_cost: z.boolean('must be true or false').optional(),
  /** Defaults to now. */
  at: Moment.optional(),
  grabToken: BodyToken,
});

/** Requires the shown value beside every changed optional price. */
export const besideShown = <
  Shape extends z.ZodType<{
    affiliate_price?: unknown;
    affiliate_amount?: unknown;
    cost?: unknown;
    cost_amount?: unknown;
  }>,
>(
  prices: Shape,
) =>
  prices
    .refine(
      ({ affiliate_price, affiliate_amount }) =>
        affiliate_price === undefined || affiliate_amount !== undefined,
      {
        path: ['affiliate_amount'],
        message: 'must be the affiliate price that was shown',
      },
    )
    .refine(({ cost, cost_amount }) => cost === undefined || cost_amount !== undefined, {
      path: ['cost_amount'],
      message: 'must be the cost that was shown',
    });

/** Owners may make every change that `finance` may. */
export const CATALOG_CHANGE_SHAPES = serverOnly(() => {
  const Done = z.object({ status: Ok, message: z.string() });
  const Switched = z.object({ code: z.number(), name: z.string(), on: z.boolean() });
  const network = { request: z.object({ datanetwork: Network, grabToken: BodyToken }), answer: Done };
  const planType = {
    request: z.object({
      dataNetwork: Network,
      plantype: listed<PlanTypeCode>(PLAN_TYPES),
      grabToken: BodyToken,
    }),
    answer: Done,
  };
  return {
    catalogueSwitches: {
      request: z.object({ grabToken: BodyToken }),
      answer: z.object({
        status: Ok,
        /** Products may be unavailable for other reasons. */
        networks: z.array(Switched.extend({ plan_types: z.array(Switched) })),
      }),
    },
    disableNetwork: network,
    activateNetwork: network,
    activatePlanType: planType,
    deactivatePlanType: planType,
    setDataPrice: {
      request: besideShown(z.object({ datanetwork: Network, selectedDataPlan: Code, ...newPriceFields() })),
      answer: z.object({
        ...Done.shape,
        /** List prices, naira. */
        was: z.number(),
        now: z.number(),
      }),
    },
    affiliateFee: {
      request: z.object({ grabToken: BodyToken }),
      answer: z.object({ status: Ok, affiliateFee: z.number() }),
    },
    setAffiliateFee: {
      request: z.object({
        newPrices: Amount,
        /** Fee on the screen; `STALE_EDIT` if it has changed. */
        amount: Amount.optional(),
        grabToken: BodyToken,
      }),
      answer: Done,
    },
  };
});
