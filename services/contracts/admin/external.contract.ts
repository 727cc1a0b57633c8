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

/** Purchases whose vendor left open what became of them: a person decides. `:id` is the id or the reference of one. */
export const EXTERNAL_CALLS = {
  failedExternal: adminReads('/api/external-failed-transactions/'),
  completedExternal: adminReads('/api/completed-transaction-external/'),
  externalSteps: adminReads('/api/admin-external-steps/'),
  markSuccessful: adminChanges('/settings/update_transaction_status/:id/', 'support', 'finance'),
  refundExternal: adminChanges('/settings/refund_transactions/:id/', 'support', 'finance'),
  resolveMany: adminChanges('/api/admin-resolve-many/', 'support', 'finance'),
  /** At most once a minute for each. It never refunds and never sends again. */
  askVendorAgain: adminChanges('/api/admin-ask-vendor-again/', 'support', 'finance'),
} as const satisfies Record<string, Call>;

/** As many as a page shows at most is too many for one request: the web sends several. */
export const DECIDED_AT_ONCE_MAX = 500;
export const REASON_MAX = 200;

/** What a person says of a purchase: money back, or it was delivered. */
export const DECISIONS = ['refund', 'successful'] as const;
export type Decision = (typeof DECISIONS)[number];

/** What happened at one moment between us and the vendors. */
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
    /** Name of the vendor that was asked last. */
    transaction_api: z.string(),
    /** What was bought, in words. */
    transaction_type: z.string(),
    /** End of the owner's API token, else the start of their id. */
    transaction_site_owner: z.string(),
    /** What the customer was charged, naira. */
    amount: z.number(),
    /** Masked for whoever may not see personal data; empty when the person was erased. */
    user_email: z.string(),
    service: z.string(),
    transaction_Date: z.string(),
    /** Since a person was asked. */
    age_seconds: z.number(),
    /** Why a person has to decide: `open-too-long`, `vendor-not-configured`, `vendor-denies`, or `vendor-` and what it answered. */
    why: z.string(),
    /** What the customer reported of it; absent while they have not. */
    problem: ProblemReport.optional(),
  }),
);
export type ExternalRow = z.output<typeof ExternalRow>;

const CompletedExternalRow = serverOnly(() =>
  ExternalRow.extend({
    decision: z.enum(DECISIONS),
    /** Name of the administrator; empty when the vendor answered before anybody decided. */
    decided_by: z.string(),
    decided_at: z.string(),
    reason: z.string(),
    /** What the vendor did after the end: delivered what was refunded (our loss), or took the delivery back. */
    after: z.enum(['late', 'reversed']).optional(),
  }),
);
export type CompletedExternalRow = z.output<typeof CompletedExternalRow>;

const ExternalStep = serverOnly(() =>
  z.object({
    step: z.enum(EXTERNAL_STEPS),
    at: z.string(),
    /** Name of the vendor; empty where none is concerned. */
    vendor: z.string(),
    /** Its code or reason, why a person was asked, or the reason of the decision. */
    said: z.string().optional(),
    /** Our reference at the vendor, or the vendor's own. */
    vendor_reference: z.string().optional(),
    /** Name of the administrator who did it. */
    by: z.string().optional(),
  }),
);
export type ExternalStep = z.output<typeof ExternalStep>;

/** How a decision ended for one purchase. */
const ENDING = serverOnly(() => ({
  /** `before`: it had been decided so already. */
  result: z.enum(['done', 'before', 'refused']),
  message: z.string(),
  /** Who had decided before; empty when it was the vendor. */
  decided_by: z.string().optional(),
  decided_at: z.string().optional(),
}));

/** Shapes of EXTERNAL_CALLS. */
export const EXTERNAL_SHAPES = serverOnly(() => {
  /** Stored in the clear and for good: no place for what reaches a person. */
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
        /** In the order that was asked. */
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
            /** `wait`: it was asked a moment ago. `ended`: it waits for no vendor. */
            result: z.enum(['asked', 'wait', 'ended']),
            /** Seconds until it may be asked again. */
            retry_after: z.number(),
          }),
        ),
      }),
    },
  };
});
