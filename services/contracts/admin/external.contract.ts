import { z } from 'zod';
import { adminChanges, adminReads, serverOnly, type Call } from '../call.js';
import {
  ADMIN_LIST_FIELDS,
  adminListAnswer,
  BodyToken,
  ENDS_TOO_EARLY,
  IdParam,
  Ok,
  oneOf,
  startsBeforeItEnds,
  Text,
} from '../fields/http-fields.js';
import { ProblemReport } from '../fields/problems.js';

/** Purchases without a known outcome, decided by a person. `:id` is the id or reference. */
export const EXTERNAL_CALLS = {
  failedExternal: adminReads('/api/external-failed-transactions/'),
  completedExternal: adminReads('/api/completed-transaction-external/'),
  externalSteps: adminReads('/api/admin-external-steps/'),
  markSuccessful: adminChanges('/settings/update_transaction_status/:id/', 'support', 'finance'),
  refundExternal: adminChanges('/settings/refund_transactions/:id/', 'support', 'finance'),
  resolveMany: adminChanges('/api/admin-resolve-many/', 'support', 'finance'),
  /** Limited to once a minute per purchase. Never refunds or sends again. */
  askVendorAgain: adminChanges('/api/admin-ask-vendor-again/', 'support', 'finance'),
} as const satisfies Record<string, Call>;

/** Limit per request; the web splits larger selections. */
export const DECIDED_AT_ONCE_MAX = 500;
export const REASON_MAX = 200;

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
    id: z.string(),
    transaction_reference: z.string(),
    /** Last vendor asked. */
    transaction_api: z.string(),
    transaction_type: z.string(),
    /** End of the owner's API token, otherwise the start of their id. */
    transaction_site_owner: z.string(),
    /** Charged, naira. */
    amount: z.number(),
    /** `maskedEmail` without permission; empty once erased. */
    user_email: z.string(),
    service: z.string(),
    transaction_Date: z.string(),
    /** Seconds since the `opened` step. */
    age_seconds: z.number(),
    /** `open-too-long`, `vendor-not-configured`, `vendor-denies`, or `vendor-` and the vendor's answer. */
    why: z.string(),
    problem: ProblemReport.optional(),
  }),
);
export type ExternalRow = z.output<typeof ExternalRow>;

const CompletedExternalRow = serverOnly(() =>
  ExternalRow.extend({
    decision: z.enum(DECISIONS),
    /** Empty for the vendor. */
    decided_by: z.string(),
    decided_at: z.string(),
    reason: z.string(),
    /**
     * Later news from the vendor: `late` delivered a refunded purchase (our loss), `reversed` took a delivery back.
     */
    after: z.enum(['late', 'reversed']).optional(),
  }),
);
export type CompletedExternalRow = z.output<typeof CompletedExternalRow>;

const ExternalStep = serverOnly(() =>
  z.object({
    step: z.enum(EXTERNAL_STEPS),
    at: z.string(),
    /** Empty for none. */
    vendor: z.string(),
    /** Vendor's code, or the reason of a review or decision. */
    said: z.string().optional(),
    /** Our reference at the vendor, or the vendor's own. */
    vendor_reference: z.string().optional(),
    /** Name of the administrator. */
    by: z.string().optional(),
  }),
);
export type ExternalStep = z.output<typeof ExternalStep>;

/** Result of a decision. */
const ENDING = serverOnly(() => ({
  /** `before` means already decided the same way. */
  result: z.enum(['done', 'before', 'refused']),
  message: z.string(),
  /** Empty for the vendor. */
  decided_by: z.string().optional(),
  decided_at: z.string().optional(),
}));

export const EXTERNAL_SHAPES = serverOnly(() => {
  /** Stored unencrypted for ever: never put an email or phone number here. */
  const Reason = Text(REASON_MAX).refine(
    (text) => !text.includes('@') && !/\d{10}/.test(text),
    'must not hold an email or a phone number',
  );
  const Ids = z
    .array(z.unknown(), 'must be a list of ids')
    .min(1, 'must name at least one')
    .max(DECIDED_AT_ONCE_MAX, `must name at most ${DECIDED_AT_ONCE_MAX}`)
    .refine((ids) => ids.every((id) => IdParam.safeParse(id).success), 'must be a list of ids')
    .transform((ids) => ids as string[]);
  const list = z.object(ADMIN_LIST_FIELDS).refine(startsBeforeItEnds, ENDS_TOO_EARLY);
  const decided = {
    request: z.object({ reason: Reason.nullish(), grabToken: BodyToken }),
    answer: z.object({ status: Ok, ...ENDING }),
  };
  return {
    failedExternal: { request: list, answer: adminListAnswer('failed_history', ExternalRow) },
    completedExternal: { request: list, answer: adminListAnswer('completed_history', CompletedExternalRow) },
    externalSteps: {
      request: z.object({ id: IdParam, grabToken: BodyToken }),
      answer: z.object({ status: Ok, steps: z.array(ExternalStep) }),
    },
    markSuccessful: decided,
    refundExternal: decided,
    resolveMany: {
      request: z.object({ ids: Ids, decision: oneOf(DECISIONS), reason: Reason, grabToken: BodyToken }),
      answer: z.object({
        status: Ok,
        message: z.string(),
        /** In request order. */
        results: z.array(z.object({ id: z.string(), ...ENDING })),
      }),
    },
    askVendorAgain: {
      request: z.object({ ids: Ids, grabToken: BodyToken }),
      answer: z.object({
        status: Ok,
        message: z.string(),
        results: z.array(
          z.object({
            id: z.string(),
            /** `wait`: asked recently. `ended`: no vendor is involved any more. */
            result: z.enum(['asked', 'wait', 'ended']),
            /** Seconds. */
            retry_after: z.number(),
          }),
        ),
      }),
    },
  };
});
