import { z } from 'zod';
import { adminChanges, adminReads, serverOnly, type Call } from '../call.js';
import {
  adminListAnswer,
  adminListFields,
  Amount,
  BodyToken,
  ENDS_TOO_EARLY,
  Ok,
  oneOf,
  startsBeforeItEnds,
} from '../fields/http-fields.js';
import { MONEY_FIELDS } from './money-desk-fields.js';
import { PAYMENT_FIELDS } from './money-desk.contract.js';

/**
 * States of a payment whose customer or amount was unknown. Only a payment of unknown amount becomes
 * `credited` or `dismissed`.
 */
export const UNMATCHED_STANDINGS = ['open', 'assigned', 'returned', 'credited', 'dismissed'] as const;

/**
 * Unreadable part of the provider's answer. `answer` means the whole answer. `reference` means that
 * a row of the provider's list names no payment.
 */
export const UNREAD_FIELDS = ['answer', 'reference', 'status', 'currency', 'amount'] as const;
export type UnreadField = (typeof UNREAD_FIELDS)[number];

/** JSON type of the unreadable value. `refusal` stands for an answer with an HTTP error status. */
export const UNREAD_TYPES = ['nothing', 'text', 'number', 'boolean', 'list', 'object', 'refusal'] as const;
export type UnreadType = (typeof UNREAD_TYPES)[number];

/** HTTP calls about payments whose account reference belongs to no customer. */
export const UNMATCHED_CALLS = {
  unmatchedPayments: adminReads('/api/admin-unmatched/'),
  assignUnmatched: adminChanges('/api/admin-unmatched/assign/', 'finance'),
  returnUnmatched: adminChanges('/api/admin-unmatched/return/', 'finance'),
  dismissUnmatched: adminChanges('/api/admin-unmatched/dismiss/', 'finance'),
} as const satisfies Record<string, Call>;

export const UnmatchedRow = serverOnly(() =>
  z.object({
    provider: z.string().meta({ example: 'monnify' }),
    provider_name: z.string().meta({ example: 'Monnify' }),
    /**
     * Reference of the payment at the provider. Further money with the same reference gets a separate row,
     * whose reference ends with ` (part 2)` and so on. A provider's entry without a reference gets `row-` and
     * a digest.
     */
    reference: z.string().meta({ example: 'MNFY|20|20260302|000017' }),
    /** Account reference that the payer used. Usually, no customer has this reference. */
    account_reference: z.string().meta({ example: 'NL-unknown' }),
    /** Naira that the payer paid. 0 while the amount is unknown. */
    amount: z.number().meta({ example: 5000 }),
    standing: z.enum(UNMATCHED_STANDINGS).meta({ example: 'open' }),
    /** True while the amount is unknown. The administrator's decision must then state the amount. */
    unread: z.boolean().meta({ example: false }),
    /**
     * Unreadable part of the provider's answer, from `UNREAD_FIELDS`. Empty for a readable answer.
     */
    unread_field: z.string().meta({ example: '' }),
    unread_type: z.string().meta({ example: '' }),
    /**
     * SHA-256 (hexadecimal) of the unreadable answer, or of the unreadable row in the provider's
     * list. Empty for a readable answer.
     */
    unread_digest: z.string().meta({ example: '' }),
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
  const amount = Amount.nullish().meta({
    description: 'What arrived; needed when the provider confirmed no certain amount.',
    example: 5000,
  });
  const Settled = z.object({
    status: Ok,
    message: z.string(),
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
        amount,
        user_id: MONEY_FIELDS.user_id,
        reason: MONEY_FIELDS.reason.meta({ example: 'Paid to an old account number' }),
      }),
      answer: Settled,
    },
    returnUnmatched: {
      request: z.object({
        ...payment,
        amount,
        ...MONEY_FIELDS.line,
        reason: MONEY_FIELDS.reason.meta({ example: 'Nobody knows the payer' }),
      }),
      answer: Settled,
    },
    dismissUnmatched: {
      request: z.object({
        ...payment,
        reason: MONEY_FIELDS.reason.meta({ example: 'Monnify shows no payment' }),
      }),
      answer: Settled,
    },
  };
});
