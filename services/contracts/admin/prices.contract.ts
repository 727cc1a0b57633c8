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

/** Services whose plans have prices of their own. */
export const PRICED_SERVICES = ['data', 'cable', 'exams'] as const;
export type PricedService = (typeof PRICED_SERVICES)[number];
/** Those beside data plans, whose prices have calls of their own. */
export const OTHER_PRICED_SERVICES = ['cable', 'exams'] as const;

/** The most a file of prices may hold: characters, and lines below its first one. */
export const PRICE_FILE_MAX = 48_000;
export const PRICE_LINES_MAX = 500;

/** How far ahead a change of prices may be scheduled, and how many may be at once. */
export const SCHEDULE_DAYS_MAX = 366;
export const PRICE_CHANGES_MAX = 1_000;

/** Prices of all plans at once, as a file that spreadsheets open, and prices from a moment on. */
export const PRICE_CALLS = {
  priceFile: adminReads('/api/admin-price-file/'),
  previewPrices: adminChanges('/api/admin-preview-prices/', 'finance'),
  applyPrices: adminChanges('/api/admin-apply-prices/', 'finance'),
  scheduledPrices: adminReads('/api/admin-scheduled-prices/'),
  cancelScheduledPrice: adminChanges('/api/admin-cancel-scheduled-price/', 'finance'),
  otherPrices: adminReads('/api/admin-other-prices/'),
  setOtherPrice: adminChanges('/api/admin-set-other-price/', 'finance'),
} as const satisfies Record<string, Call>;

/** Shapes of PRICE_CALLS. Money is naira. */
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
        /** Of the prices that this preview is about: `applyPrices` wants it. */
        version: z.number(),
        /** Lines that would change something, in the order of the file. None while there are faults. */
        rows: z.array(
          z.object({
            line: z.number(),
            service: z.enum(PRICED_SERVICES),
            code: z.number(),
            plan: z.string(),
            price: Change,
            /** Where affiliates have no price of their own, that of everybody. */
            affiliate_price: Change,
            cost: Change,
            /** The lower one of both prices less the cost, before any discount. */
            margin: Change,
            /** Whether it is below the cost and nobody has allowed that of the service: it has to be allowed of this file. */
            below_cost: z.boolean(),
          }),
        ),
        /** Lines that are so already. */
        unchanged: z.number(),
        /** What keeps the file from being applied, the first hundred. `column` is empty where it is the whole line. */
        faults: z.array(z.object({ line: z.number(), column: z.string(), message: z.string() })),
        faults_total: z.number(),
      }),
    },
    applyPrices: {
      request: z.object({
        /** The file of the preview. */
        csv: Csv,
        /** As the preview said: refused when a price has changed since. */
        version: Whole(0, 999_999_999),
        /** Lets prices of this file be below the cost. */
        allow_below_cost: z.boolean('must be true or false').optional(),
        /** When the prices of the file take effect; at once where it is left out. */
        at: Moment.optional(),
        grabToken: BodyToken,
      }),
      answer: z.object({
        status: Ok,
        message: z.string(),
        /** Plans that have other prices, now or at the moment; none where all were so already. */
        changed: z.number(),
      }),
    },
    scheduledPrices: {
      request: z.object({ grabToken: BodyToken }),
      answer: z.object({
        status: Ok,
        /** Those that could not take effect first, then the next one. */
        changes: z.array(
          z.object({
            id: z.string(),
            service: z.enum(PRICED_SERVICES),
            code: z.number(),
            plan: z.string(),
            /** Absent where it stays as it is. `was` is what it costs by then without this change. */
            price: Change.optional(),
            affiliate_price: Change.optional(),
            cost: Change.optional(),
            /** When it takes effect, and when it was scheduled. Lagos time. */
            at: z.string(),
            scheduled_at: z.string(),
            /** First name of who scheduled it. */
            by: z.string(),
            /** Whether one of these prices was changed since it was scheduled: it takes effect all the same. */
            changed_since: z.boolean(),
            /** Why it could not take effect, or could not as things stand now; empty otherwise. */
            reason: z.string(),
            /** Whether its moment has passed: it was refused then. */
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
            /** Where affiliates have no price of their own, that of everybody. */
            affiliate_price: z.number(),
            cost: z.number(),
            /** Whether somebody allowed that it is sold below the cost. */
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
