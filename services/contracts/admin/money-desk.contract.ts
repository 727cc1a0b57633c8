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

/** What a change of a balance is booked as: each kind has an account of its own in the books. */
export const ADJUSTMENT_KINDS = ['correction', 'goodwill', 'recovery'] as const;
export type AdjustmentKind = (typeof ADJUSTMENT_KINDS)[number];

/** `granted` lasts for a moment: then it is `applied`, or `lapsed` because it could not be done any more. */
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

/** Payment providers that collect for us, by code. */
export const PAYMENT_PROVIDERS = { monnify: 'Monnify' } as const;
export type PaymentProvider = keyof typeof PAYMENT_PROVIDERS;
export const PROVIDER_CODES = Object.keys(PAYMENT_PROVIDERS) as [PaymentProvider];

/** Money that administrators move by hand, and what two of them have to agree about. */
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
     * `adjustment` changes a balance, `house` funds the house wallet; the others book a line of a bank of ours: `credit` a payment of a customer, `top-up` one to a
     * vendor, `settlement` one of a payment provider. An
     * unmatched payment goes to a customer by `assignment`, and back by `return`. What was disputed of a payment is taken by `chargeback`, and
     * given back by `chargeback-won`.
     */
    work: z.enum(APPROVAL_WORKS),
    kind: z.string(),
    /** Name of the vendor or payment provider; empty for a customer. */
    counterparty: z.string(),
    /** Naira that the payment provider kept; null of everything else. */
    fee: z.number().nullable(),
    user_id: z.string(),
    user_email: z.string(),
    /** Naira, negative when it is taken. */
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
    /** Whether whoever asks the list asked for this: somebody else has to agree. */
    own: z.boolean(),
    decided_by: z.string(),
    decided_at: z.string(),
    why: z.string(),
  }),
);
export type ApprovalRow = z.output<typeof ApprovalRow>;

/** Shapes of MONEY_DESK_CALLS. */
export const MONEY_DESK_SHAPES = serverOnly(() => {
  /** Made when the form opens: sent twice, it is done once. */
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
    /** `waiting`: nothing has moved yet, another administrator has to agree. */
    outcome: z.enum(['applied', 'waiting']),
    /** Naira that can be spent now. */
    balance: z.number(),
  });
  /** A line in the statement of a bank of ours. */
  const line = { ...form, ...MONEY_FIELDS.line, amount: Amount };
  const Booked = z.object({
    status: Ok,
    message: z.string(),
    /** `waiting`: nothing is booked yet, another administrator has to agree. */
    outcome: z.enum(['applied', 'waiting']),
  });
  const Decided = z.object({ status: Ok, message: z.string(), standing: z.enum(APPROVAL_STANDINGS) });
  return {
    moneyDesk: {
      request: z.object({ grabToken: BodyToken }),
      answer: z.object({
        status: Ok,
        house_balance: z.number(),
        /** Naira that one administrator may move alone, all movements of a day in Lagos together. */
        approval_limit: z.number(),
        /** What is left of it today, in Lagos, for whoever asks. */
        alone_left: z.number(),
        /** Bank shown to customers for funding by hand; empty for none. */
        bank: z.string(),
        /** What `user_data` tells customers of funding. */
        terms: z.object({
          monify_charges: z.number(),
          manual_funding_bank_name: z.string(),
          manual_funding_account_name: z.string(),
          manual_funding_account_number: z.string(),
          /** Counts the changes. */
          version: z.int(),
        }),
        /** What our books say, naira: of what we sent to vendors, what they can still deliver from. */
        vendors: z.array(z.object({ code: z.int(), name: z.string(), balance: z.number() })),
        /** What payment providers collected for us and have not settled yet. */
        providers: z.array(z.object({ code: z.string(), name: z.string(), balance: z.number() })),
        /** What came in and went out at banks of ours since our books begin. */
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
        /** What was shown: refused when it is something else by now. */
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
        /** All three are empty for no funding by hand. */
        manual_funding_bank_name: maybe(BANK_NAME_MAX),
        manual_funding_account_name: maybe(100),
        manual_funding_account_number: maybe(10),
        /** The version that was shown: refused when it is another one by now. */
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
