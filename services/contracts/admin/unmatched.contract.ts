import { z } from 'zod';
import { adminChanges, adminReads, serverOnly, type Call } from '../call.js';
import {
  adminListAnswer,
  adminListFields,
  BodyToken,
  ENDS_TOO_EARLY,
  Ok,
  oneOf,
  startsBeforeItEnds,
} from '../fields/http-fields.js';
import { MONEY_FIELDS } from './money-desk-fields.js';
import { PAYMENT_FIELDS } from './money-desk.contract.js';

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
    provider: z.string().meta({ example: 'monnify' }),
    provider_name: z.string().meta({ example: 'Monnify' }),
    /** Reference at the provider. */
    reference: z.string().meta({ example: 'MNFY|20|20260302|000017' }),
    /** Belongs to no customer. */
    account_reference: z.string().meta({ example: 'NL-unknown' }),
    /** Naira paid. */
    amount: z.number().meta({ example: 5000 }),
    standing: z.enum(UNMATCHED_STANDINGS).meta({ example: 'open' }),
    /** Empty unless `assigned`. */
    user_id: z.string().meta({ example: '' }),
    user_email: z.string().meta({ example: '' }),
    bank: z.string().meta({ example: '' }),
    bank_reference: z.string().meta({ example: '' }),
    reason: z.string().meta({ example: '' }),
    decided_by: z.string().meta({ example: '' }),
    decided_at: z.string().meta({ example: '' }),
    created_at: z.string().meta({ example: '2026-03-02T10:15:00.000+01:00' }),
  }),
);
export type UnmatchedRow = z.output<typeof UnmatchedRow>;

export const UNMATCHED_SHAPES = serverOnly(() => {
  const payment = { form_id: MONEY_FIELDS.form_id, ...PAYMENT_FIELDS, grabToken: BodyToken };
  const Settled = z.object({
    status: Ok,
    message: z.string(),
    /** `waiting` means that no money moves until another administrator agrees. */
    outcome: z.enum(['applied', 'waiting']).meta({ example: 'applied' }),
  });
  return {
    unmatchedPayments: {
      request: z
        .object({
          ...adminListFields('Part of the reference, of the account reference, or of the line of the bank.'),
          standing: oneOf(['open', 'all'])
            .nullish()
            .meta({ description: '`open` or `all`; all by default.', example: 'open' }),
        })
        .refine(startsBeforeItEnds, ENDS_TOO_EARLY),
      answer: adminListAnswer('payments', UnmatchedRow),
    },
    assignUnmatched: {
      request: z.object({
        ...payment,
        user_id: MONEY_FIELDS.user_id,
        reason: MONEY_FIELDS.reason.meta({ example: 'Paid to an old account number' }),
      }),
      answer: Settled,
    },
    returnUnmatched: {
      request: z.object({
        ...payment,
        ...MONEY_FIELDS.line,
        reason: MONEY_FIELDS.reason.meta({ example: 'Nobody knows the payer' }),
      }),
      answer: Settled,
    },
  };
});
