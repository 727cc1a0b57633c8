import { z } from 'zod';
import { adminChanges, adminReads, serverOnly, type Call } from '../call.js';
import { type PlanTypeCode, PLAN_TYPES } from '../data.contract.js';
import { Amount, BodyToken, Code, Confirm, listed, Moment, Network, Ok } from '../fields/http-fields.js';

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
  newPrices: Amount.meta({ description: 'The new list price, naira.', example: 550 }),
  amount: Amount.meta({ description: 'The list price you were shown.', example: 500 }),
  affiliate_price: Amount.optional().meta({ description: 'Optional: the new list price of affiliates.' }),
  affiliate_amount: Amount.optional().meta({
    description: 'The list price of affiliates you were shown; needed with a new one.',
  }),
  cost: Amount.optional().meta({ description: 'Optional: what the vendor charges from now on.' }),
  cost_amount: Amount.optional().meta({ description: 'The cost you were shown; needed with a new one.' }),
  allow_below_cost: z
    .boolean('must be true or false')
    .optional()
    .meta({ description: 'Optional: true sells at a price below the cost.' }),
  confirm: Confirm,
  at: Moment.optional().meta({
    description:
      'Optional: the moment from which on they are so, at most a year ahead, ISO 8601 with its offset; at once where it is left out. They take effect then whatever the plans cost until then. Where the vendor charges more than a price by then, that plan is left as it is, and an alert says so.',
  }),
  grabToken: BodyToken,
});

/**
 * Refuses a change of the affiliate price or the cost when the request does not state the value
 * that the form showed.
 */
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

export const CATALOG_CHANGE_SHAPES = serverOnly(() => {
  const Done = z.object({ status: Ok, message: z.string() });
  const Switched = z.object({ code: z.number(), name: z.string(), on: z.boolean() });
  const network = { request: z.object({ datanetwork: Network, grabToken: BodyToken }), answer: Done };
  const planType = {
    request: z.object({
      dataNetwork: Network,
      plantype: listed<PlanTypeCode>(PLAN_TYPES).meta({ example: 3 }),
      grabToken: BodyToken,
    }),
    answer: Done,
  };
  return {
    catalogueSwitches: {
      request: z.object({ grabToken: BodyToken }),
      answer: z.object({
        status: Ok,
        /** Networks and their plan types. `on` is true for a network or a plan type on sale. */
        networks: z.array(Switched.extend({ plan_types: z.array(Switched) })).meta({
          example: [{ code: 1, name: 'Mtn', on: true, plan_types: [{ code: 1, name: 'SME', on: false }] }],
        }),
      }),
    },
    disableNetwork: { ...network, request: network.request.extend({ confirm: Confirm }) },
    activateNetwork: network,
    activatePlanType: planType,
    deactivatePlanType: { ...planType, request: planType.request.extend({ confirm: Confirm }) },
    setDataPrice: {
      request: besideShown(
        z.object({
          datanetwork: Network,
          selectedDataPlan: Code.meta({ description: 'The id of a plan.', example: '1301' }),
          ...newPriceFields(),
        }),
      ),
      answer: z.object({
        ...Done.shape,
        /** List prices, naira. */
        was: z.number().meta({ example: 500 }),
        now: z.number().meta({ example: 550 }),
      }),
    },
    affiliateFee: {
      request: z.object({ grabToken: BodyToken }),
      answer: z.object({ status: Ok, affiliateFee: z.number().meta({ example: 2000 }) }),
    },
    setAffiliateFee: {
      request: z.object({
        newPrices: Amount.meta({ description: 'The new fee, naira.', example: 2500 }),
        amount: Amount.optional().meta({
          description:
            'Optional: the fee you were shown. When it is another one by now, 409 STALE_EDIT tells it.',
          example: 2000,
        }),
        confirm: Confirm,
        grabToken: BodyToken,
      }),
      answer: Done,
    },
  };
});
