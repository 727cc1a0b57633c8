import { z } from 'zod';
import { adminChanges, adminReads, serverOnly, type Call } from '../call.js';
import {
  Amount,
  BodyToken,
  Bounded,
  Code,
  Confirm,
  either,
  IdParam,
  MULTILINE,
  Ok,
  oneOf,
  Whole,
} from '../fields/http-fields.js';
import { besideShown, newPriceFields } from './catalog-changes.contract.js';

export const PRICED_SERVICES = ['data', 'cable', 'exams'] as const;
export type PricedService = (typeof PRICED_SERVICES)[number];
export const PLANNED_SERVICES = ['data', 'cable'] as const;
export type PlannedService = (typeof PLANNED_SERVICES)[number];
export const AMOUNT_SERVICES = ['airtime', 'electricity'] as const;
export type AmountService = (typeof AMOUNT_SERVICES)[number];
/** Set by `setOtherPrice`. */
export const OTHER_PRICED_SERVICES = ['cable', 'exams'] as const;

/**
 * Maximum number of characters in a price file (`PRICE_FILE_MAX`), and of lines below its header
 * (`PRICE_LINES_MAX`).
 */
export const PRICE_FILE_MAX = 48_000;
export const PRICE_LINES_MAX = 500;

export const SCHEDULE_DAYS_MAX = 366;
export const PRICE_CHANGES_MAX = 1_000;

const COMMISSIONS_MAX = 50;

/** Highest code of a vendor account. */
const VENDORS_MAX = 99;

export const PRICE_CALLS = {
  priceConfirmation: adminReads('/api/admin-price-confirmation/'),
  confirmPrices: adminChanges('/api/admin-confirm-prices/', 'owner'),
  priceFile: adminReads('/api/admin-price-file/'),
  previewPrices: adminChanges('/api/admin-preview-prices/', 'finance'),
  applyPrices: adminChanges('/api/admin-apply-prices/', 'finance'),
  compareVendorList: adminChanges('/api/admin-compare-vendor-list/', 'finance'),
  scheduledPrices: adminReads('/api/admin-scheduled-prices/'),
  cancelScheduledPrice: adminChanges('/api/admin-cancel-scheduled-price/', 'finance'),
  otherPrices: adminReads('/api/admin-other-prices/'),
  setOtherPrice: adminChanges('/api/admin-set-other-price/', 'finance'),
  amountTerms: adminReads('/api/admin-amount-terms/'),
  setAmountTerms: adminChanges('/api/admin-set-amount-terms/', 'finance'),
} as const satisfies Record<string, Call>;

/** Money is naira. */
export const PRICE_SHAPES = serverOnly(() => {
  const CSV =
    'Service,Code,Plan,Price (NGN),Affiliate price (NGN),Cost (NGN)\r\ndata,1301,Mtn Gifting 1GB - 1 day,500.00,,485.00\r\n';
  const Csv = Bounded(PRICE_FILE_MAX)
    .min(1, 'must not be empty')
    .regex(MULTILINE, 'must be a CSV file: text without control characters')
    .meta({ example: CSV.replace('500', '550') });
  const Change = z.object({ was: z.number(), now: z.number() });
  /** Changes beside prices. */
  const Details = z
    .array(z.object({ field: z.string(), was: z.string(), now: z.string() }))
    .meta({ example: [{ field: 'Sold', was: 'yes', now: 'no' }] });
  const Version = Whole(0, 999_999_999);
  const TermsFields = z.object({
    minimum: Amount.meta({ description: 'The least that a customer may order, naira.', example: 50 }),
    maximum: Amount.meta({ description: 'The most that a customer may order, naira.', example: 50_000 }),
    commissions: z
      .array(z.object({ code: Code, percent: z.number('must be a number') }))
      .max(COMMISSIONS_MAX)
      .meta({
        description: 'What the vendor pays us, by network or electricity company, percent.',
        example: [{ code: 1, percent: 3 }],
      }),
  });
  return {
    priceConfirmation: {
      request: z.object({ grabToken: BodyToken }),
      answer: z.object({
        status: Ok,
        /** False on a new ledger before an owner has confirmed the prices. Sales wait for this confirmation. */
        confirmed: z.boolean().meta({ example: false }),
        version: z.number().meta({ example: 2 }),
        /** Plans on sale. */
        plans: z.number().meta({ example: 300 }),
      }),
    },
    confirmPrices: {
      request: z.object({
        version: Version.meta({ description: 'The version that you were shown.', example: 2 }),
        grabToken: BodyToken,
      }),
      answer: z.object({ status: Ok, message: z.string() }),
    },
    priceFile: {
      request: z.object({ grabToken: BodyToken }),
      answer: z.object({
        status: Ok,
        csv: z.string().meta({ example: CSV }),
        plans: z.number().meta({ example: 1 }),
      }),
    },
    previewPrices: {
      request: z.object({
        csv: Csv.meta({
          description:
            'The text of the file, at most 48,000 characters and 500 lines. Needs Service, Code and Price (NGN); a column that is left out changes nothing, an empty affiliate price lets affiliates pay as everybody. A new code offers a plan: data plans need Network, Type, Size, Days and Cost (NGN), bouquets need Network, Size and Cost (NGN). Codes of vendors stand in columns such as Code at vtpass, for every account of an adapter, or Code at vendor 4.',
        }),
        grabToken: BodyToken,
      }),
      answer: z.object({
        status: Ok,
        version: z.number().meta({ example: 12 }),
        rows: z.array(
          z.object({
            line: z.number().meta({ example: 2 }),
            service: z.enum(PRICED_SERVICES).meta({ example: 'data' }),
            code: z.number().meta({ example: 1301 }),
            plan: z.string().meta({ example: 'Mtn Gifting 1GB - 1 day' }),
            is_new: z.boolean().meta({ example: false }),
            details: Details,
            price: Change.meta({ example: { was: 500, now: 550 } }),
            affiliate_price: Change.meta({ example: { was: 500, now: 550 } }),
            cost: Change.meta({ example: { was: 485, now: 485 } }),
            /**
             * Margin before the discount: the lower of `price` and `affiliate_price`, minus `cost`.
             */
            margin: Change.meta({ example: { was: 15, now: 65 } }),
            tier_margins: z
              .object({ regular: Change, affiliate: Change })
              .meta({ example: { regular: { was: 10, now: 60 }, affiliate: { was: 10, now: 60 } } }),
            jumps: z.boolean().meta({ example: false }),
            /**
             * True for a price below the cost. A file with such a price is accepted only with
             * `allow_below_cost`.
             */
            below_cost: z.boolean().meta({ example: false }),
          }),
        ),
        unchanged: z.number().meta({ example: 0 }),
        /**
         * Plans that are on sale but missing in the file. Only services that the file mentions are compared.
         */
        gone: z
          .array(z.object({ service: z.enum(PRICED_SERVICES), code: z.number(), plan: z.string() }))
          .meta({ example: [{ service: 'data', code: 1302, plan: 'Mtn Gifting 2GB - 2 days' }] }),
        /**
         * First hundred faults of the file. `column` is empty when a fault concerns the whole line.
         */
        faults: z
          .array(z.object({ line: z.number(), column: z.string(), message: z.string() }))
          .meta({ example: [] }),
        faults_total: z.number().meta({ example: 0 }),
      }),
    },
    applyPrices: {
      request: z.object({
        csv: Csv.meta({ description: 'The text of the file that was previewed.' }),
        /**
         * Price version that the preview returned. The change fails with `STALE_EDIT` when a price
         * has changed since the preview.
         */
        version: Whole(0, 999_999_999).meta({
          description: 'The version that the preview told.',
          example: 12,
        }),
        allow_below_cost: z
          .boolean('must be true or false')
          .optional()
          .meta({ description: 'Optional: true sells at prices below the cost.' }),
        stop_missing: z
          .boolean('must be true or false')
          .optional()
          .meta({ description: 'Optional: true stops selling the plans that the file leaves out.' }),
        confirm: Confirm,
        /** Defaults to now. */
        at: newPriceFields().at,
        grabToken: BodyToken,
      }),
      answer: z.object({ status: Ok, message: z.string(), changed: z.number().meta({ example: 1 }) }),
    },
    compareVendorList: {
      request: z.object({
        vendor: Whole(1, VENDORS_MAX).meta({
          description: 'The code of a vendor that sells data or cable.',
          example: 4,
        }),
        grabToken: BodyToken,
      }),
      answer: z.object({
        status: Ok,
        name: z.string().meta({ example: 'Platonic' }),
        /** First line of the price file, before the `line` of each chosen difference. */
        head: z.string().meta({ example: 'Service,Code,Price (NGN),Code at vendor 4' }),
        differences: z.array(
          z.object({
            kind: z
              .enum(['gone', 'recoded', 'dearer', 'cheaper', 'uncoded', 'new'])
              .meta({ example: 'dearer' }),
            /** Key of our plan. For the kind `new`, the plan's code at the vendor. */
            key: z.string().meta({ example: 'data/1102' }),
            name: z.string().meta({ example: 'Mtn SME 1GB - 30 days' }),
            /** Our sentence about the difference. */
            text: z.string().meta({ example: 'costs ₦600.00, the catalogue says ₦570.00' }),
            /**
             * Line of the price file that applies the difference. Empty when a person must enter the plan.
             */
            line: z.string().meta({ example: 'data,1102,600.00,213' }),
          }),
        ),
        /** Networks and providers for which the vendor gave no list. */
        unlisted: z.array(z.string()).meta({ example: [] }),
      }),
    },
    scheduledPrices: {
      request: z.object({ grabToken: BodyToken }),
      answer: z.object({
        status: Ok,
        /**
         * Scheduled price changes. Refused changes come first, followed by pending changes in the
         * order of their times.
         */
        changes: z.array(
          z.object({
            id: z.string().meta({ example: '0196b5a2-7c1e-7b3f-9a11-0d8c5e2f4a6b' }),
            service: z.enum(PRICED_SERVICES).meta({ example: 'data' }),
            code: z.number().meta({ example: 1301 }),
            plan: z.string().meta({ example: 'Mtn Gifting 1GB - 1 day' }),
            /**
             * Price just before the change (`was`) and after it (`now`). Absent when the change keeps this
             * price.
             */
            price: Change.optional().meta({ example: { was: 500, now: 550 } }),
            affiliate_price: Change.optional(),
            cost: Change.optional(),
            details: Details,
            /** Lagos time. */
            at: z.string().meta({ example: '2026-03-01T08:00:00.000+01:00' }),
            scheduled_at: z.string().meta({ example: '2026-02-20T10:15:00.000+01:00' }),
            by: z.string().meta({ example: 'Ada' }),
            /**
             * True when the plan's prices or cost were changed after this change was scheduled. The scheduled
             * change still takes effect.
             */
            changed_since: z.boolean().meta({ example: false }),
            reason: z.string().meta({ example: '' }),
            refused: z.boolean().meta({ example: false }),
          }),
        ),
      }),
    },
    cancelScheduledPrice: {
      request: z.object({
        changeId: IdParam.meta({
          description: 'The id of the change.',
          example: '0196b5a2-7c1e-7b3f-9a11-0d8c5e2f4a6b',
        }),
        grabToken: BodyToken,
      }),
      answer: z.object({ status: Ok, message: z.string() }),
    },
    otherPrices: {
      request: z.object({ grabToken: BodyToken }),
      answer: z.object({
        status: Ok,
        plans: z.array(
          z.object({
            service: z.enum(OTHER_PRICED_SERVICES).meta({ example: 'exams' }),
            code: z.number().meta({ example: 3 }),
            plan: z.string().meta({ example: 'NABTEB pin' }),
            price: z.number().meta({ example: 1200 }),
            affiliate_price: z.number().meta({ example: 1200 }),
            cost: z.number().meta({ example: 1000 }),
            below_cost: z.boolean().meta({ example: false }),
          }),
        ),
      }),
    },
    setOtherPrice: {
      request: besideShown(
        z.object({
          category: oneOf(OTHER_PRICED_SERVICES).meta({
            description: `${either(OTHER_PRICED_SERVICES)}.`,
            example: 'exams',
          }),
          plan_code: Code.meta({ description: 'The code of the bouquet or exam.', example: 3 }),
          ...newPriceFields(),
        }),
      ),
      answer: z.object({
        status: Ok,
        message: z.string(),
        was: z.number().meta({ example: 1200 }),
        now: z.number().meta({ example: 1300 }),
      }),
    },
    amountTerms: {
      request: z.object({ grabToken: BodyToken }),
      answer: z.object({
        status: Ok,
        services: z.array(
          z.object({
            service: z.enum(AMOUNT_SERVICES).meta({ example: 'airtime' }),
            name: z.string().meta({ example: 'Airtime' }),
            minimum: z.number().meta({ example: 50 }),
            maximum: z.number().meta({ example: 50_000 }),
            commissions: z.array(
              z.object({
                code: z.number().meta({ example: 1 }),
                name: z.string().meta({ example: 'Mtn' }),
                percent: z.number().meta({ example: 3 }),
              }),
            ),
          }),
        ),
      }),
    },
    setAmountTerms: {
      request: z.object({
        service: oneOf(AMOUNT_SERVICES).meta({
          description: `${either(AMOUNT_SERVICES)}.`,
          example: 'airtime',
        }),
        ...TermsFields.shape,
        loaded_terms: TermsFields.meta({ description: 'The terms that you were shown.' }),
        grabToken: BodyToken,
      }),
      answer: z.object({ status: Ok, message: z.string() }),
    },
  };
});
