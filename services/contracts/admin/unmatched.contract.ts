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

/** Payments that arrived for nobody we know. */
export const UNMATCHED_CALLS = {
  unmatchedPayments: adminReads('/api/admin-unmatched/'),
  assignUnmatched: adminChanges('/api/admin-unmatched/assign/', 'finance'),
  returnUnmatched: adminChanges('/api/admin-unmatched/return/', 'finance'),
} as const satisfies Record<string, Call>;

export const UnmatchedRow = serverOnly(() =>
  z.object({
    /** Code of the payment provider. */
    provider: z.string(),
    provider_name: z.string(),
    /** The payment, at its provider. */
    reference: z.string(),
    /** What it was paid to: belongs to nobody. */
    account_reference: z.string(),
    /** Naira that were paid. */
    amount: z.number(),
    standing: z.enum(UNMATCHED_STANDINGS),
    /** To whom it was assigned; empty of everything else. */
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

/** Shapes of UNMATCHED_CALLS. */
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
    /** `waiting`: nothing has moved yet, another administrator has to agree. */
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
