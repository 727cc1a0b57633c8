import { z } from 'zod';
import { adminChanges, adminReads, serverOnly, type Call } from '../call.js';
import {
  ADMIN_LIST_FIELDS,
  adminListAnswer,
  Amount,
  BodyToken,
  Code,
  ENDS_TOO_EARLY,
  IdParam,
  Ok,
  oneOf,
  startsBeforeItEnds,
  Text,
  Whole,
} from '../fields/http-fields.js';
import { BANK_NAME_MAX, MONEY_FIELDS } from './money-desk-fields.js';

/** Each kind has its own account in the books. */
export const ADJUSTMENT_KINDS = ['correction', 'goodwill', 'recovery'] as const;
export type AdjustmentKind = (typeof ADJUSTMENT_KINDS)[number];

/** `granted` soon becomes `applied`, or `lapsed` when it has become impossible. */
export const APPROVAL_STANDINGS = ['waiting', 'granted', 'refused', 'applied', 'lapsed'] as const;

export const APPROVAL_WORKS = [
  'adjustment',
  'credit',
  'house',
  'top-up',
  'settlement',
  'assignment',
  'return',
  'chargeback',
  'chargeback-won',
] as const;

export const PAYMENT_PROVIDERS = { monnify: 'Monnify' } as const;
export type PaymentProvider = keyof typeof PAYMENT_PROVIDERS;
export const PROVIDER_CODES = Object.keys(PAYMENT_PROVIDERS) as [PaymentProvider];

export const MONEY_DESK_CALLS = {
  moneyDesk: adminReads('/api/admin-money-desk/'),
  moneyDeskCustomer: adminReads('/api/admin-money-desk/customer/'),
  adjustBalance: adminChanges('/api/admin-money-desk/adjust/', 'finance'),
  creditManually: adminChanges('/api/admin-money-desk/credit/', 'finance'),
  fundHouseWallet: adminChanges('/api/admin-money-desk/house/', 'finance'),
  topUpVendor: adminChanges('/api/admin-money-desk/top-up/', 'finance'),
  settleProvider: adminChanges('/api/admin-money-desk/settlement/', 'finance'),
  setFundingTerms: adminChanges('/api/admin-money-desk/terms/', 'finance'),
  approvals: adminReads('/api/admin-approvals/'),
  grantApproval: adminChanges('/api/admin-approvals/grant/', 'finance'),
  refuseApproval: adminChanges('/api/admin-approvals/refuse/', 'finance'),
} as const satisfies Record<string, Call>;

export const ApprovalRow = serverOnly(() =>
  z.object({
    id: z.string(),
    standing: z.enum(APPROVAL_STANDINGS),
    /**
     * `adjustment` changes a balance; `house` funds the house wallet. `credit`, `top-up` and `settlement` book a bank
     * line of a customer, vendor or provider. `assignment` and `return` settle an unmatched payment. `chargeback`
     * takes disputed money, and `chargeback-won` gives it back.
     */
    work: z.enum(APPROVAL_WORKS),
    kind: z.string(),
    /** Empty for a customer. */
    counterparty: z.string(),
    /** Naira kept by the provider; otherwise null. */
    fee: z.number().nullable(),
    user_id: z.string(),
    user_email: z.string(),
    /** Naira, negative for a debit. */
    amount: z.number(),
    before: z.number().nullable(),
    after: z.number().nullable(),
    bank: z.string(),
    bank_reference: z.string(),
    evidence: z.string(),
    depositor: z.string(),
    reason: z.string(),
    requested_by: z.string(),
    requested_at: z.string(),
    /** Own requests cannot be granted. */
    own: z.boolean(),
    decided_by: z.string(),
    decided_at: z.string(),
    why: z.string(),
  }),
);
export type ApprovalRow = z.output<typeof ApprovalRow>;

export const MONEY_DESK_SHAPES = serverOnly(() => {
  /** Idempotency key; other values give `CHANGE_CONFLICT`. */
  const form = { form_id: IdParam, grabToken: BodyToken };
  const { words, reason: Reason } = MONEY_FIELDS;
  const maybe = (max: number) =>
    Text(max, 0)
      .nullish()
      .transform((text) => text?.trim() ?? '');
  const Balance = MONEY_FIELDS.kobo;
  const Moved = z.object({
    status: Ok,
    message: z.string(),
    /** `waiting` moves nothing until another administrator agrees. */
    outcome: z.enum(['applied', 'waiting']),
    /** Available balance, naira. */
    balance: z.number(),
  });
  /** Statement line of one of our banks. */
  const line = { ...form, ...MONEY_FIELDS.line, amount: Amount };
  const Booked = z.object({
    status: Ok,
    message: z.string(),
    /** `waiting` books nothing until another administrator agrees. */
    outcome: z.enum(['applied', 'waiting']),
  });
  const Decided = z.object({ status: Ok, message: z.string(), standing: z.enum(APPROVAL_STANDINGS) });
  return {
    moneyDesk: {
      request: z.object({ grabToken: BodyToken }),
      answer: z.object({
        status: Ok,
        house_balance: z.number(),
        /** Naira that an administrator may move alone per Lagos day. */
        approval_limit: z.number(),
        /** Rest of `approval_limit` for the caller today. */
        alone_left: z.number(),
        /** Empty without manual funding. */
        bank: z.string(),
        /** Funding terms in `user_data`. */
        terms: z.object({
          monify_charges: z.number(),
          manual_funding_bank_name: z.string(),
          manual_funding_account_name: z.string(),
          manual_funding_account_number: z.string(),
          /** Number of changes. */
          version: z.int(),
        }),
        /** Float at each vendor in our books, naira. */
        vendors: z.array(z.object({ code: z.int(), name: z.string(), balance: z.number() })),
        /** Collected, not settled. */
        providers: z.array(z.object({ code: z.string(), name: z.string(), balance: z.number() })),
        banks: z.array(z.object({ name: z.string(), balance: z.number() })),
      }),
    },
    moneyDeskCustomer: {
      request: z.object({ email: Text(254), grabToken: BodyToken }),
      answer: z.object({
        status: Ok,
        user_id: z.string(),
        name: z.string(),
        email: z.string(),
        balance: z.number(),
        held: z.number(),
      }),
    },
    adjustBalance: {
      request: z.object({
        ...form,
        user_id: IdParam,
        /** State on the screen; `STALE_EDIT` if it has changed. */
        before: Balance,
        after: Balance,
        kind: oneOf(ADJUSTMENT_KINDS),
        reason: Reason,
      }),
      answer: Moved,
    },
    creditManually: {
      request: z.object({
        ...form,
        user_id: IdParam,
        amount: Amount,
        ...MONEY_FIELDS.line,
        depositor: words(100),
        reason: Reason,
      }),
      answer: Moved,
    },
    fundHouseWallet: {
      request: z.object({ ...form, amount: Amount, reason: Reason }),
      answer: Moved,
    },
    topUpVendor: {
      request: z.object({ ...line, vendor: Code, reason: Reason }),
      answer: Booked,
    },
    settleProvider: {
      request: z.object({ ...line, provider: oneOf(PROVIDER_CODES), fee: Balance, reason: Reason }),
      answer: Booked,
    },
    setFundingTerms: {
      request: z.object({
        monify_charges: Balance,
        /** Empty fields switch manual funding off. */
        manual_funding_bank_name: maybe(BANK_NAME_MAX),
        manual_funding_account_name: maybe(100),
        manual_funding_account_number: maybe(10),
        /** State on the screen; `STALE_EDIT` if it has changed. */
        version: Whole(0, 999_999_999),
        grabToken: BodyToken,
      }),
      answer: z.object({ status: Ok, message: z.string() }),
    },
    approvals: {
      request: z
        .object({ ...ADMIN_LIST_FIELDS, standing: oneOf(['waiting', 'all']).nullish() })
        .refine(startsBeforeItEnds, ENDS_TOO_EARLY),
      answer: adminListAnswer('approvals', ApprovalRow),
    },
    grantApproval: { request: z.object({ id: IdParam, grabToken: BodyToken }), answer: Decided },
    refuseApproval: {
      request: z.object({ id: IdParam, reason: Reason, grabToken: BodyToken }),
      answer: Decided,
    },
  };
});
