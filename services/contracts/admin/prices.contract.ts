import { z } from 'zod';
import { adminChanges, adminReads, serverOnly, type Call } from '../call.js';
import {
  BodyToken,
  Bounded,
  Code,
  IdParam,
  Moment,
  MULTILINE,
  Ok,
  oneOf,
  Whole,
} from '../fields/http-fields.js';
import { besideShown, newPriceFields } from './catalog-changes.contract.js';

export const PRICED_SERVICES = ['data', 'cable', 'exams'] as const;
export type PricedService = (typeof PRICED_SERVICES)[number];
/** Set by `setOtherPrice`. */
export const OTHER_PRICED_SERVICES = ['cable', 'exams'] as const;

/** Limits of a price file: characters, and lines below the header. */
export const PRICE_FILE_MAX = 48_000;
export const PRICE_LINES_MAX = 500;

/** Limits for scheduled prices: days ahead, and pending changes. */
export const SCHEDULE_DAYS_MAX = 366;
export const PRICE_CHANGES_MAX = 1_000;

export const PRICE_CALLS = {
  priceFile: adminReads('/api/admin-price-file/'),
  previewPrices: adminChanges('/api/admin-preview-prices/', 'finance'),
  applyPrices: adminChanges('/api/admin-apply-prices/', 'finance'),
  scheduledPrices: adminReads('/api/admin-scheduled-prices/'),
  cancelScheduledPrice: adminChanges('/api/admin-cancel-scheduled-price/', 'finance'),
  otherPrices: adminReads('/api/admin-other-prices/'),
  setOtherPrice: adminChanges('/api/admin-set-other-price/', 'finance'),
} as const satisfies Record<string, Call>;

/** Money is naira. */
export const PRICE_SHAPES = serverOnly(() => {
  const Csv = Bounded(PRICE_FILE_MAX)
    .min(1, 'must not be empty')
    .regex(MULTILINE, 'must be a CSV file: text without control characters');
  const Change = z.object({ was: z.number(), now: z.number() });
  return {
    priceFile: {
      request: z.object({ grabToken: BodyToken }),
      answer: z.object({ status: Ok, csv: z.string(), plans: z.number() }),
    },
    previewPrices: {
      request: z.object({ csv: Csv, grabToken: BodyToken }),
      answer: z.object({
        status: Ok,
        /** Price version, required by `applyPrices`. */
        version: z.number(),
        /** Changed lines in file order; empty while there are faults. */
        rows: z.array(
          z.object({
            line: z.number(),
            service: z.enum(PRICED_SERVICES),
            code: z.number(),
            plan: z.string(),
            price: Change,
            /** Falls back to `price`. */
            affiliate_price: Change,
            cost: Change,
            /** Lower of both prices less cost, before discounts. */
            margin: Change,
            /** Requires `allow_below_cost` for the file. */
            below_cost: z.boolean(),
          }),
        ),
        unchanged: z.number(),
        /** The first hundred faults. `column` is empty for a whole line. */
        faults: z.array(z.object({ line: z.number(), column: z.string(), message: z.string() })),
        faults_total: z.number(),
      }),
    },
    applyPrices: {
      request: z.object({
        /** File from the preview. */
        csv: Csv,
        /** From the preview; `STALE_EDIT` if a price has changed. */
        version: Whole(0, 999_999_999),
        /** Allows prices below cost. */
        allow_below_cost: z.boolean('must be true or false').optional(),
        /** Defaults to now. */
        at: Moment.optional(),
        grabToken: BodyToken,
      }),
      answer: z.object({
        status: Ok,
        message: z.string(),
        changed: z.number(),
      }),
    },
    scheduledPrices: {
      request: z.object({ grabToken: BodyToken }),
      answer: z.object({
        status: Ok,
        /** Refused changes first, then pending ones by time. */
        changes: z.array(
          z.object({
            id: z.string(),
            service: z.enum(PRICED_SERVICES),
            code: z.number(),
            plan: z.string(),
            /** Absent when unchanged. `was` is the expected price without this change. */
            price: Change.optional(),
            affiliate_price: Change.optional(),
            cost: Change.optional(),
            /** Lagos time. */
            at: z.string(),
            scheduled_at: z.string(),
            /** First name. */
            by: z.string(),
            /** True when a price has changed since; this does not cancel the change. */
            changed_since: z.boolean(),
            /** Empty without a refusal. */
            reason: z.string(),
            refused: z.boolean(),
          }),
        ),
      }),
    },
    cancelScheduledPrice: {
      request: z.object({ changeId: IdParam, grabToken: BodyToken }),
      answer: z.object({ status: Ok, message: z.string() }),
    },
    otherPrices: {
      request: z.object({ grabToken: BodyToken }),
      answer: z.object({
        status: Ok,
        plans: z.array(
          z.object({
            service: z.enum(OTHER_PRICED_SERVICES),
            code: z.number(),
            plan: z.string(),
            price: z.number(),
            /** Falls back to `price`. */
            affiliate_price: z.number(),
            cost: z.number(),
            /** True when `allow_below_cost` was given. */
            below_cost: z.boolean(),
          }),
        ),
      }),
    },
    setOtherPrice: {
      request: besideShown(
        z.object({ category: oneOf(OTHER_PRICED_SERVICES), plan_code: Code, ...newPriceFields() }),
      ),
      answer: z.object({ status: Ok, message: z.string(), was: z.number(), now: z.number() }),
    },
  };
});
