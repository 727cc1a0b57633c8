import { z } from 'zod';
import { adminChanges, adminReads, serverOnly, type Call } from '../call.js';
import { type PlanTypeCode, PLAN_TYPES } from '../data.contract.js';
import { Amount, BodyToken, Code, listed, Moment, Network, Ok } from '../fields/http-fields.js';

/** What administrators change of what is sold. */
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

/** New prices of one plan beside those that were shown. */
export const newPriceFields = () => ({
  /** The list price from now on, and the one that was shown: refused when it has changed since. */
  newPrices: Amount,
  amount: Amount,
  /** The list price of affiliates, where it changes too, and the one that was shown. */
  affiliate_price: Amount.optional(),
  affiliate_amount: Amount.optional(),
  /** What the vendor charges, where it changes too, and what was shown. */
  cost: Amount.optional(),
  cost_amount: Amount.optional(),
  /** Lets one of the prices be below the cost. */
  allow_below_cost: z.boolean('must be true or false').optional(),
  /** When it takes effect; at once where it is left out. */
  at: Moment.optional(),
  grabToken: BodyToken,
});

/** Whoever changes one of them says what was shown of it. */
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

/** Shapes of CATALOG_CHANGE_CALLS. Owners may whatever finance may. */
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
        /** Whether airtime and data of the network are sold, and of which types; as switched, whatever else may be off. */
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
        /** The fee that was shown: refused when it has changed since. */
        amount: Amount.optional(),
        grabToken: BodyToken,
      }),
      answer: Done,
    },
  };
});
