import { z } from 'zod';
import { adminChanges, adminReads, serverOnly, type Call } from '../call.js';
import {
  Amount,
  BodyToken,
  Bounded,
  Code,
  Confirm,
  either,
  Ok,
  oneOf,
  Text,
  Whole,
} from '../fields/http-fields.js';
import { PRICED_SERVICES } from './prices.contract.js';

export const PLAN_CALLS = {
  plans: adminReads('/api/admin-plans/'),
  setPlan: adminChanges('/api/admin-set-plan/', 'finance'),
  switchPlan: adminChanges('/api/admin-switch-plan/', 'finance'),
  retirePlan: adminChanges('/api/admin-retire-plan/', 'finance'),
  switchPlanAtVendor: adminChanges('/api/admin-switch-plan-at-vendor/', 'finance'),
} as const satisfies Record<string, Call>;

const DAYS_MAX = 366;
const PLACE_MAX = 9_999;
const VENDOR_MAX = 99;

/** Money is naira. */
export const PLAN_SHAPES = serverOnly(() => {
  const which = {
    category: oneOf(PRICED_SERVICES).meta({ description: `${either(PRICED_SERVICES)}.`, example: 'cable' }),
    plan_code: Code.meta({ description: 'The code of the plan.', example: 101 }),
  };
  const Done = z.object({ status: Ok, message: z.string() });
  const On = z.boolean('must be true or false').meta({ description: 'True sells it.', example: true });
  return {
    plans: {
      request: z.object({ grabToken: BodyToken }),
      answer: z.object({
        status: Ok,
        /** Required by `setPlan`. */
        version: z.number().meta({ example: 12 }),
        /** In their places. */
        plans: z.array(
          z.object({
            service: z.enum(PRICED_SERVICES).meta({ example: 'data' }),
            code: z.number().meta({ example: 1301 }),
            plan: z.string().meta({ example: 'Mtn Gifting 1GB - 1 day' }),
            network: z.number().optional().meta({ example: 1 }),
            plan_type: z.number().optional().meta({ example: 3 }),
            /**
             * Days for which the plan is valid. Absent when its validity is not a number of days.
             */
            days: z.number().optional().meta({ example: 1 }),
            on: z.boolean().meta({ example: true }),
            /**
             * Number that sorts the plan in the list of plans. Absent when the plan is sorted by
             * its code.
             */
            place: z.number().optional().meta({ example: 3 }),
            price: z.number().meta({ example: 500 }),
            affiliate_price: z.number().meta({ example: 500 }),
            cost: z.number().meta({ example: 485 }),
            codes: z
              .array(z.object({ at: z.string(), code: z.string() }))
              .meta({ example: [{ at: 'vtpass', code: 'mtn-1gb-500' }] }),
            costs: z
              .array(z.object({ at: z.string(), cost: z.number() }))
              .meta({ example: [{ at: '4', cost: 480 }] }),
            /** Vendor accounts at which the plan is not sold any more. */
            stopped: z
              .array(z.object({ vendor: z.number(), reason: z.string() }))
              .meta({ example: [{ vendor: 4, reason: 'Too dear there.' }] }),
          }),
        ),
        /**
         * Vendor accounts (such as `4`) and adapters (such as `vtpass`) that may have a code for the plan.
         */
        places: z
          .array(z.object({ at: z.string(), name: z.string() }))
          .meta({ example: [{ at: 'vtpass', name: 'Every account at vtpass' }] }),
      }),
    },
    setPlan: {
      request: z.object({
        ...which,
        network: Code.optional().meta({ description: 'Needed for a new plan: its network or provider.' }),
        plan_type: Code.optional().meta({ description: 'Needed for a new data plan.' }),
        size: Text(40).optional().meta({ description: 'Needed for a new plan: its size, or the bouquet.' }),
        days: Whole(1, DAYS_MAX).optional().meta({ description: 'Needed for a new data plan.' }),
        place: Whole(0, PLACE_MAX).optional().meta({ description: 'Optional: its place; 0 for its code.' }),
        price: Amount.optional().meta({ description: 'Needed for a new plan: the list price.' }),
        affiliate_price: Amount.optional().meta({ description: 'Optional: the list price of affiliates.' }),
        cost: Amount.optional().meta({ description: 'Needed for a new plan: what the vendor charges.' }),
        codes: z
          .array(
            z.object({
              at: Bounded(20).regex(/^[a-z0-9-]+$/, 'must be a vendor account or an adapter'),
              code: Bounded(64).regex(/^[\x21-\x7e]*$/, 'must have no spaces'),
            }),
            'must be a list of codes',
          )
          .max(100, 'must have at most 100 codes')
          .optional()
          .meta({
            description:
              'Optional: codes by vendor account, such as 4, or adapter, such as vtpass. An empty code removes it; - means not sold there.',
          }),
        costs: z
          .array(
            z.object({
              at: Bounded(2).regex(/^[1-9]\d?$/, 'must be a vendor account'),
              cost: z.union([z.literal(''), Amount]),
            }),
            'must be a list of costs',
          )
          .max(VENDOR_MAX, 'must have at most 99 costs')
          .optional()
          .meta({
            description:
              'Optional: costs at vendor accounts that differ from cost. An empty cost removes one.',
          }),
        allow_below_cost: z
          .boolean('must be true or false')
          .optional()
          .meta({ description: 'Optional: true sells at a price below the cost.' }),
        confirm: Confirm,
        version: Whole(0, 999_999_999).meta({ description: 'The version that you were shown.', example: 12 }),
        grabToken: BodyToken,
      }),
      answer: Done,
    },
    switchPlan: { request: z.object({ ...which, on: On, grabToken: BodyToken }), answer: Done },
    retirePlan: { request: z.object({ ...which, grabToken: BodyToken }), answer: Done },
    switchPlanAtVendor: {
      request: z.object({
        ...which,
        vendor: Whole(1, VENDOR_MAX).meta({ description: 'The code of the vendor account.', example: 4 }),
        on: On,
        reason: Text(200).optional().meta({ description: 'Needed to stop it: why.' }),
        grabToken: BodyToken,
      }),
      answer: Done,
    },
  };
});
