import { z } from 'zod';
import { adminChanges, adminReads, serverOnly, type Call } from '../call.js';
import {
  adminListAnswer,
  adminListFields,
  BodyToken,
  Bounded,
  either,
  ENDS_TOO_EARLY,
  IdParam,
  Ok,
  oneOf,
  startsBeforeItEnds,
  Text,
} from '../fields/http-fields.js';
import { EXAM_QUANTITY_MAX } from '../exams.contract.js';
import { plainDigits, plainText } from '../fields/plain-text.js';
import { ProblemReport } from '../fields/problems.js';

/**
 * Calls by which administrators decide purchases with an unknown outcome. `:id` is the id or the
 * reference of the purchase.
 */
export const EXTERNAL_CALLS = {
  failedExternal: adminReads('/api/external-failed-transactions/'),
  completedExternal: adminReads('/api/completed-transaction-external/'),
  externalSteps: adminReads('/api/admin-external-steps/'),
  markSuccessful: adminChanges('/settings/update_transaction_status/:id/', 'finance'),
  refundExternal: adminChanges('/settings/refund_transactions/:id/', 'finance'),
  resolveMany: adminChanges('/api/admin-resolve-many/', 'finance'),
  /**
   * Asks the vendor about a purchase, at most once a minute. The call neither refunds the purchase
   * nor sends the order again.
   */
  askVendorAgain: adminChanges('/api/admin-ask-vendor-again/', 'support', 'finance'),
} as const satisfies Record<string, Call>;

/**
 * Maximum number of purchases per request. The web client splits a larger selection into several
 * requests.
 */
export const DECIDED_AT_ONCE_MAX = 500;
export const REASON_MAX = 200;

/**
 * Maximum number of tokens for one electricity meter. Two of them change the key of the meter, and
 * the third contains the credit.
 */
export const ENTERED_TOKENS_MAX = 3;
const TOKEN_DIGITS = 20;
/**
 * Maximum number of characters in a typed token. The limit leaves room for up to three spaces or
 * dashes between groups of four digits.
 */
export const TOKEN_TYPED_MAX = 40;
export const PIN_TYPED_MAX = 40;

const HANDS_OVER = ['tokens', 'pins'] as const;

export const DECISIONS = ['refund', 'successful'] as const;
export type Decision = (typeof DECISIONS)[number];

export const EXTERNAL_STEPS = [
  'opened',
  'sent',
  'pending',
  'unknown',
  'not-found',
  'failed',
  'delivered',
  'review',
  'decided',
  'reversed',
  'late',
  'asked',
  'confirmed',
] as const;
export type ExternalStepName = (typeof EXTERNAL_STEPS)[number];

const ExternalRow = serverOnly(() =>
  z.object({
    id: z.string().meta({ example: '7d3f1a52-6a0e-5b8c-9d4f-2e1c3b5a7968' }),
    transaction_reference: z.string().meta({ example: 'NL6Q3Z8K1V0T9W4XYA' }),
    transaction_api: z.string().meta({ example: 'Platinum' }),
    transaction_type: z.string().meta({ example: 'Mtn airtime' }),
    transaction_site_owner: z.string().meta({ example: 'nl_...9f2c' }),
    amount: z.number().meta({ example: 990 }),
    user_email: z.string().meta({ example: 'ada@example.com' }),
    service: z.string().meta({ example: 'airtime' }),
    transaction_Date: z.string().meta({ example: '2026-03-02T10:15:30.000+01:00' }),
    /** Seconds since the purchase came into review. */
    age_seconds: z.number().meta({ example: 2700 }),
    /**
     * Reason for the review, such as `open-too-long`, or `vendor-` and the code of the vendor's
     * answer.
     */
    why: z.string().meta({ example: 'vendor-044' }),
    problem: ProblemReport.optional().meta({
      example: {
        problem: 'not-received',
        words: 'The balance of the line has not changed.',
        transaction_status: 'Pending',
        reported_at: '2026-03-02T10:40:30.000+01:00',
      },
    }),
  }),
);
export type ExternalRow = z.output<typeof ExternalRow>;

const CompletedExternalRow = serverOnly(() =>
  ExternalRow.extend({
    decision: z.enum(DECISIONS).meta({ example: 'refund' }),
    decided_by: z.string().meta({ example: 'Ada Obi' }),
    decided_at: z.string().meta({ example: '2026-03-02T11:00:30.000+01:00' }),
    reason: z.string().meta({ example: 'The vendor has no record of it.' }),
    /**
     * Event that followed the decision. `late` means that a refunded purchase was delivered after all, at our
     * loss. `reversed` means that the vendor took a delivery back.
     */
    after: z.enum(['late', 'reversed']).optional(),
  }),
);
export type CompletedExternalRow = z.output<typeof CompletedExternalRow>;

const ExternalStep = serverOnly(() =>
  z.object({
    step: z.enum(EXTERNAL_STEPS),
    at: z.string(),
    vendor: z.string(),
    /**
     * Code in the vendor's answer, number of deliveries such as `2 of 3`, or reason of a review or decision.
     */
    said: z.string().optional(),
    vendor_reference: z.string().optional(),
    by: z.string().optional(),
    /**
     * Text of the vendor's answer that could not be interpreted. `***` for readers without
     * permission.
     */
    unread: z.string().optional().meta({
      description:
        'What the vendor handed over and could not be read, at most 2,000 characters. *** for those who may not see customers.',
      example: 'purchased_code: Voucher KX-17',
    }),
    entered: z
      .literal(true)
      .optional()
      .meta({ description: 'The administrator entered tokens or pins with this decision.' }),
  }),
);
export type ExternalStep = z.output<typeof ExternalStep>;

const ENDING = serverOnly(() => ({
  /** Result for one purchase. `before` means that an administrator had made the same decision earlier. */
  result: z.enum(['done', 'before', 'refused']).meta({ example: 'done' }),
  message: z.string().meta({ example: 'Refunded: the money goes back to the customer.' }),
  decided_by: z.string().optional(),
  decided_at: z.string().optional(),
}));

export const EXTERNAL_SHAPES = serverOnly(() => {
  const REASON = `Why, for the record: at most ${REASON_MAX} characters, without emails and phone numbers. Stored for good.`;
  /** Stored unencrypted for ever, so emails and phone numbers are refused. */
  const Reason = Text(REASON_MAX)
    .refine((text) => !text.includes('@') && !/\d{10}/.test(text), 'must not hold an email or a phone number')
    .meta({ description: REASON, example: 'The vendor was down all morning.' });
  const Ids = z
    .array(z.unknown(), 'must be a list of ids')
    .min(1, 'must name at least one')
    .max(DECIDED_AT_ONCE_MAX, `must name at most ${DECIDED_AT_ONCE_MAX}`)
    .refine((ids) => ids.every((id) => IdParam.safeParse(id).success), 'must be a list of ids')
    .transform((ids) => ids as string[])
    .meta({
      description: `Up to ${DECIDED_AT_ONCE_MAX} ids of transactions.`,
      example: ['7d3f1a52-6a0e-5b8c-9d4f-2e1c3b5a7968'],
    });
  /** Token of twenty digits. Spaces and dashes between the digits are removed. */
  const EnteredToken = Bounded(TOKEN_TYPED_MAX)
    .overwrite(plainDigits)
    .regex(/^\d{20}$/, `must have ${TOKEN_DIGITS} digits`);
  const EnteredTokens = z
    .array(EnteredToken, 'must be a list of tokens')
    .min(1, 'must name at least one')
    .max(ENTERED_TOKENS_MAX, `must name at most ${ENTERED_TOKENS_MAX}`)
    .refine((tokens) => new Set(tokens).size === tokens.length, 'must not name a token twice');
  const ABOUT_TOKENS = {
    description: `Tokens of a prepaid meter in the order of typing, at most ${ENTERED_TOKENS_MAX}: ${TOKEN_DIGITS} digits each, with spaces and dashes if you like. Shown to the customer.`,
    example: ['2636 2054 4059 8275 7802'],
  };
  /**
   * Pin that consists of letters, digits, spaces and dashes. At least one character must be a
   * digit.
   */
  const EnteredPin = Bounded(PIN_TYPED_MAX)
    .overwrite((typed) => plainText(typed).replace(/ +/g, ' ').trim())
    .refine(
      (typed) => /^[A-Za-z\d -]+$/.test(typed) && /\d/.test(typed),
      'must have letters, digits, spaces and dashes only, and a digit',
    );
  const EnteredPins = z
    .array(
      z.object({ pin: EnteredPin, serial: EnteredPin.optional() }, 'must be a pin with its serial number'),
      'must be a list of pins',
    )
    .min(1, 'must name at least one')
    .max(EXAM_QUANTITY_MAX, `must name at most ${EXAM_QUANTITY_MAX}`)
    .refine((pins) => new Set(pins.map(({ pin }) => pin)).size === pins.length, 'must not name a pin twice');
  const ABOUT_PINS = {
    description:
      'Pins of exams with their serial numbers, at most as many as were bought: letters, digits, spaces and dashes. Shown to the customer.',
    example: [{ pin: '0987 6543 2109', serial: 'WRN123456789' }],
  };
  const list = z
    .object(
      adminListFields(
        'Part of a reference, of what was bought, a service, decision, vendor, key or id of the owner, of why a person was asked, or of who decided, or an amount: 500, 500.00 or ₦1,500. For those who may see customers also of an email or a name.',
      ),
    )
    .refine(startsBeforeItEnds, ENDS_TOO_EARLY);
  const decided = {
    request: z.object({
      reason: Reason.meta({ description: REASON, example: 'The vendor has no record of it.' }),
      grabToken: BodyToken,
    }),
    answer: z.object({ status: Ok, ...ENDING }),
  };
  return {
    failedExternal: { request: list, answer: adminListAnswer('failed_history', ExternalRow) },
    completedExternal: { request: list, answer: adminListAnswer('completed_history', CompletedExternalRow) },
    externalSteps: {
      request: z.object({
        id: IdParam.meta({
          description: 'Id of the transaction.',
          example: '7d3f1a52-6a0e-5b8c-9d4f-2e1c3b5a7968',
        }),
        grabToken: BodyToken,
      }),
      answer: z.object({
        status: Ok,
        /**
         * Kind of codes that an administrator may enter with a decision. Absent for a product without tokens or
         * pins.
         */
        hands_over: z.enum(HANDS_OVER).optional().meta({
          description: 'What the decision successful may carry: tokens of a meter, or pins of exams.',
          example: 'tokens',
        }),
        /** Maximum number of tokens or pins that an administrator may enter with the decision. */
        pieces: z
          .number()
          .optional()
          .meta({ description: 'The most tokens or pins that the decision may carry.', example: 3 }),
        steps: z.array(ExternalStep).meta({
          example: [
            { step: 'opened', at: '2026-03-02T10:15:30.000+01:00', vendor: '' },
            {
              step: 'sent',
              at: '2026-03-02T10:15:30.000+01:00',
              vendor: 'Platinum',
              vendor_reference: '202603021015abcdefghijklmnopqrst01',
            },
            { step: 'review', at: '2026-03-02T10:15:31.000+01:00', vendor: '', said: 'vendor-044' },
          ],
        }),
      }),
    },
    markSuccessful: {
      request: decided.request
        .extend({
          tokens: EnteredTokens.nullish().meta(ABOUT_TOKENS),
          pins: EnteredPins.nullish().meta(ABOUT_PINS),
        })
        .refine(({ tokens, pins }) => !tokens || !pins, {
          path: ['pins'],
          message: 'must not be sent beside tokens',
        }),
      answer: decided.answer,
    },
    refundExternal: decided,
    resolveMany: {
      request: z.object({
        ids: Ids,
        decision: oneOf(DECISIONS).meta({ description: `${either(DECISIONS)}.`, example: 'refund' }),
        reason: Reason,
        grabToken: BodyToken,
      }),
      answer: z.object({
        status: Ok,
        message: z.string(),
        results: z.array(
          z.object({ id: z.string().meta({ example: '7d3f1a52-6a0e-5b8c-9d4f-2e1c3b5a7968' }), ...ENDING }),
        ),
      }),
    },
    askVendorAgain: {
      request: z.object({ ids: Ids, grabToken: BodyToken }),
      answer: z.object({
        status: Ok,
        message: z.string(),
        results: z.array(
          z.object({
            id: z.string().meta({ example: '7d3f1a52-6a0e-5b8c-9d4f-2e1c3b5a7968' }),
            /**
             * `asked` means that the vendor is being asked about the purchase. `wait` means that it
             * was asked less than a minute ago. `ended` means that no vendor handles the purchase
             * any more.
             */
            result: z.enum(['asked', 'wait', 'ended']).meta({ example: 'asked' }),
            /** Seconds. */
            retry_after: z.number().meta({ example: 0 }),
          }),
        ),
      }),
    },
  };
});
