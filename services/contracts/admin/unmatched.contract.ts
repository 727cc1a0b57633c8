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
import { MONEY_FIELDS } from './money-desk-fields.js';
import { PROVIDER_CODES } from './money-desk.contract.js';

export const UNMATCHED_STANDINGS = ['open', 'assigned', 'returned'] as const;

/** Payments without a known recipient. */
export const UNMATCHED_CALLS = {
  unmatchedPayments: adminReads('/api/admin-unmatched/'),
  assignUnmatched: adminChanges('/api/admin-unmatched/assign/', 'finance'),
  returnUnmatched: adminChanges('/api/admin-unmatched/return/', 'finance'),
} as const satisfies Record<string, Call>;

export const UnmatchedRow = serverOnly(() =>
  z.object({
    /** Provider code. */
    provider: z.string(),
    provider_name: z.string(),
    /** Reference at the provider. */
    reference: z.string(),
    /** Belongs to no customer. */
    account_reference: z.string(),
    /** Naira paid. */
    amount: z.number(),
    standing: z.enum(UNMATCHED_STANDINGS),
    /** Empty unless `assigned`. */
    user_id: z.string(),
    user_email: z.string(),
    bank: z.string(),
    bank_reference: z.string(),
    reason: z.string(),
    decided_by: z.string(),
    decided_at: z.string(),
    created_at: z.string(),
  }),
);
export type UnmatchedRow = z.output<typeof UnmatchedRow>;

export const UNMATCHED_SHAPES = serverOnly(() => {
  const payment = {
    form_id: IdParam,
    provider: oneOf(PROVIDER_CODES),
    payment_reference: Text(200),
    grabToken: BodyToken,
  };
  const Settled = z.object({
    status: Ok,
    message: z.string(),
    /** `waiting` moves nothing until another administrator agrees. */
    outcome: z.enum(['applied', 'waiting']),
  });
  return {
    unmatchedPayments: {
      request: z
        .object({ ...ADMIN_LIST_FIELDS, standing: oneOf(['open', 'all']).nullish() })
        .refine(startsBeforeItEnds, ENDS_TOO_EARLY),
      answer: adminListAnswer('payments', UnmatchedRow),
    },
    assignUnmatched: {
      request: z.object({ ...payment, user_id: IdParam, reason: MONEY_FIELDS.reason }),
      answer: Settled,
    },
    returnUnmatched: {
      request: z.object({ ...payment, ...MONEY_FIELDS.line, reason: MONEY_FIELDS.reason }),
      answer: Settled,
    },
  };
});
