import { z } from 'zod';
import { adminChanges, adminReads, serverOnly, type Call } from '../call.js';
import {
  adminListAnswer,
  adminListFields,
  Amount,
  BodyToken,
  Code,
  Confirm,
  ENDS_TOO_EARLY,
  IdParam,
  Ok,
  oneOf,
  startsBeforeItEnds,
  Text,
  Whole,
} from '../fields/http-fields.js';
import { plainDigits, WRITTEN_LENGTH_MAX } from '../fields/plain-text.js';
import { BANK_NAME_MAX, MONEY_FIELDS } from './money-desk-fields.js';

export const ADJUSTMENT_KINDS = ['correction', 'goodwill', 'recovery'] as const;
export type AdjustmentKind = (typeof ADJUSTMENT_KINDS)[number];

/**
 * States of a request for approval. A `granted` request becomes `applied` when its work is done, or
 * `lapsed` when the work has become impossible.
 */
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
  'payouts',
  'house-spending',
  'bank-account',
  'price',
  'review',
  'brand',
  'legal',
  'broadcast',
] as const;

export const PAYMENT_PROVIDERS = { monnify: 'Monnify', paystack: 'Paystack' } as const;
export type PaymentProvider = keyof typeof PAYMENT_PROVIDERS;
const PROVIDER_CODES = Object.keys(PAYMENT_PROVIDERS) as [PaymentProvider, ...PaymentProvider[]];

export const PAYMENT_FIELDS = serverOnly(() => ({
  provider: oneOf(PROVIDER_CODES).meta({
    description: 'Code of the payment provider: `monnify` or `paystack`.',
    example: 'monnify',
  }),
  payment_reference: Text(200).meta({
    description: 'The payment, as its provider names it.',
    example: 'MNFY|20|20260302|000017',
  }),
}));

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
    id: z.string().meta({ example: '7c0d2a1e-4f0b-4a43-9c58-0a3a1be0f3d1' }),
    standing: z.enum(APPROVAL_STANDINGS).meta({ example: 'waiting' }),
    /**
     * Work that needs an approval:
     * - `adjustment` changes a balance.
     * - `house` funds the company's own wallet.
     * - `credit` books a customer's bank transfer to us.
     * - `top-up` books our transfer to a vendor.
     * - `settlement` books a payment provider's transfer to us.
     * - `assignment` and `return` settle an unmatched payment.
     * - `chargeback` takes disputed money, and `chargeback-won` gives it back.
     * - `payouts` lets a customer send money again.
     * - `house-spending` is a purchase from the company's own wallet, with the recipient in `depositor`.
     * - `bank-account` changes the account that customers see for manual funding, or raises the charge.
     * - `price` sets a price below cost, a lower cost or another vendor code, or offers a new plan.
     * - `review` decides purchases by hand.
     * - `brand` changes contacts, links, sender, names or texts of the brand, with the new values in `evidence`.
     * - `legal` publishes a legal page with a link or number, with the text in `evidence`.
     * - `broadcast` shows all customers a text with a link or number, with the title in `reason` and the message
     *   in `evidence`.
     */
    work: z.enum(APPROVAL_WORKS).meta({ example: 'adjustment' }),
    kind: z.string().meta({ example: 'correction' }),
    counterparty: z.string().meta({ example: '' }),
    /** Fee of the payment provider in naira. Null for work without a payment provider. */
    fee: z.number().nullable().meta({ example: null }),
    user_id: z.string().meta({ example: '7c0d2a1e-4f0b-4a43-9c58-0a3a1be0f3d1' }),
    user_email: z.string().meta({ example: 'ada@mail.test' }),
    /** Amount in naira. Negative when money is taken. */
    amount: z.number().meta({ example: 80000 }),
    before: z.number().nullable().meta({ example: 1500 }),
    after: z.number().nullable().meta({ example: 81500 }),
    bank: z.string().meta({ example: '' }),
    bank_reference: z.string().meta({ example: '' }),
    evidence: z.string().meta({ example: '' }),
    /** True for the beginning of a long text. A search for the id answers the whole. */
    evidence_cut: z.boolean().meta({ example: false }),
    depositor: z.string().meta({ example: '' }),
    reason: z.string().meta({ example: 'Paid twice' }),
    requested_by: z.string().meta({ example: 'Grace Eze' }),
    requested_at: z.string().meta({ example: '2026-03-02T10:15:30+01:00' }),
    /** True for a request that the caller made. The caller cannot approve such a request. */
    own: z.boolean().meta({ example: false }),
    decided_by: z.string().meta({ example: '' }),
    decided_at: z.string().meta({ example: '' }),
    why: z.string().meta({ example: '' }),
  }),
);
export type ApprovalRow = z.output<typeof ApprovalRow>;

export const MONEY_DESK_SHAPES = serverOnly(() => {
  const form = { form_id: MONEY_FIELDS.form_id, grabToken: BodyToken };
  const Row = IdParam.meta({ description: 'The id of a row of the list.' });
  const { words, reason: Reason } = MONEY_FIELDS;
  const maybe = (max: number) =>
    Text(max, 0)
      .nullish()
      .transform((text) => text?.trim() ?? '');
  const Balance = MONEY_FIELDS.kobo;
  const Moved = z.object({
    status: Ok,
    message: z.string(),
    /** `waiting` means that no money moves before a second administrator agrees. */
    outcome: z.enum(['applied', 'waiting']).meta({ example: 'applied' }),
    /** Available balance, naira. */
    balance: z.number(),
  });
  const line = { ...form, ...MONEY_FIELDS.line };
  const Booked = z.object({
    status: Ok,
    message: z.string(),
    /** `waiting` means that nothing is booked before a second administrator agrees. */
    outcome: z.enum(['applied', 'waiting']).meta({ example: 'applied' }),
  });
  const Decided = z.object({ status: Ok, message: z.string(), standing: z.enum(APPROVAL_STANDINGS) });
  return {
    moneyDesk: {
      request: z.object({ grabToken: BodyToken }),
      answer: z.object({
        status: Ok,
        house_balance: z.number().meta({ example: 250000 }),
        /** Naira per Lagos day that an administrator may move without a second administrator. */
        approval_limit: z.number().meta({ example: 50000 }),
        /** Part of `approval_limit` that the caller has not used today. */
        alone_left: z.number().meta({ example: 42500 }),
        bank: z.string().meta({ example: 'GTBank' }),
        /** Funding terms in `user_data`. */
        terms: z.object({
          monify_charges: z.number().meta({ example: 50 }),
          manual_funding_bank_name: z.string().meta({ example: 'GTBank' }),
          manual_funding_account_name: z.string().meta({ example: 'Ada Pay' }),
          manual_funding_account_number: z.string().meta({ example: '0123456789' }),
          version: z.int().meta({ example: 2 }),
        }),
        /** Vendors, with our balance at each vendor in naira, according to our books. */
        vendors: z.array(
          z.object({
            code: z.int().meta({ example: 1 }),
            name: z.string().meta({ example: 'Platinum' }),
            balance: z.number().meta({ example: 84500 }),
          }),
        ),
        /**
         * Payment providers, with the naira that each provider has collected and not yet paid to
         * our bank.
         */
        providers: z.array(
          z.object({
            code: z.string().meta({ example: 'monnify' }),
            name: z.string().meta({ example: 'Monnify' }),
            balance: z.number().meta({ example: 12400 }),
          }),
        ),
        banks: z.array(
          z.object({
            name: z.string().meta({ example: 'gtbank' }),
            balance: z.number().meta({ example: 1250000 }),
          }),
        ),
      }),
    },
    moneyDeskCustomer: {
      request: z.object({
        email: Text(254).meta({
          description: 'The whole email. The phone, for a customer without an email.',
          example: 'ada@mail.test',
        }),
        grabToken: BodyToken,
      }),
      answer: z.object({
        status: Ok,
        user_id: z.string().meta({ example: '7c0d2a1e-4f0b-4a43-9c58-0a3a1be0f3d1' }),
        name: z.string().meta({ example: 'Ada Obi' }),
        email: z.string().meta({ example: 'ada@mail.test' }),
        /** Empty for a customer with an email. */
        phone_number: z.string().meta({ example: '' }),
        balance: z.number().meta({ example: 1500 }),
        held: z.number().meta({ example: 0 }),
      }),
    },
    adjustBalance: {
      request: z.object({
        ...form,
        user_id: MONEY_FIELDS.user_id,
        /** The call fails with `STALE_EDIT` when the stored balance differs. */
        before: Balance.meta({ description: 'What you were shown.', example: 1500 }),
        after: Balance.meta({ description: 'What it should be, never below zero.', example: 2000 }),
        kind: oneOf(ADJUSTMENT_KINDS).meta({
          description: '`correction`, `goodwill` or `recovery`: the account it is booked against.',
          example: 'correction',
        }),
        reason: Reason.meta({ example: 'Credited short' }),
      }),
      answer: Moved,
    },
    creditManually: {
      request: z.object({
        ...form,
        user_id: MONEY_FIELDS.user_id,
        amount: Amount.meta({ description: 'Naira that arrived.', example: 5000 }),
        ...MONEY_FIELDS.line,
        depositor: words(100).meta({ description: 'Who paid, as the bank names them.', example: 'ADA OBI' }),
        reason: Reason.meta({ example: 'Paid into our account' }),
      }),
      answer: Moved,
    },
    fundHouseWallet: {
      request: z.object({
        ...form,
        amount: Amount.meta({ description: 'Naira.', example: 100000 }),
        reason: Reason.meta({ example: 'Stock of March' }),
      }),
      answer: Moved,
    },
    topUpVendor: {
      request: z.object({
        ...line,
        amount: Amount.meta({ description: 'Naira that left the bank.', example: 40000 }),
        vendor: Code.meta({ description: 'Code of the vendor.', example: 1 }),
        reason: Reason.meta({ example: 'Stock of March' }),
      }),
      answer: Booked,
    },
    settleProvider: {
      request: z.object({
        ...line,
        amount: Amount.meta({ description: 'Naira that arrived at the bank.', example: 39950 }),
        provider: PAYMENT_FIELDS.provider,
        fee: Balance.meta({
          description: 'Naira that the provider kept for settling; 0 for none.',
          example: 50,
        }),
        reason: Reason.meta({ example: 'Settlement of 1 March' }),
      }),
      answer: Booked,
    },
    setFundingTerms: {
      request: z.object({
        monify_charges: Balance.meta({
          description: 'Naira kept of each transfer; 0 for none.',
          example: 50,
        }),
        manual_funding_bank_name: maybe(BANK_NAME_MAX).meta({
          description: 'Bank of ours; leave all three out for no funding by hand.',
          example: 'GTBank',
        }),
        manual_funding_account_name: maybe(100).meta({
          description: 'In whose name the account is.',
          example: 'Ada Pay',
        }),
        manual_funding_account_number: maybe(WRITTEN_LENGTH_MAX)
          .transform(plainDigits)
          .meta({ description: 'Ten digits.', example: '0123456789' }),
        version: Whole(0, 999_999_999).meta({
          description:
            'The version you were shown. When it is another one by now, 409 STALE_EDIT tells what holds.',
          example: 2,
        }),
        confirm: Confirm,
        grabToken: BodyToken,
      }),
      /**
       * `waiting` means that customers see the old bank account and pay the old charge until a second
       * administrator agrees.
       */
      answer: Booked,
    },
    approvals: {
      request: z
        .object({
          ...adminListFields('Part of the reason, the bank or its reference.'),
          standing: oneOf(['waiting', 'all'])
            .nullish()
            .meta({ description: '`waiting` or `all`; all by default.', example: 'waiting' }),
        })
        .refine(startsBeforeItEnds, ENDS_TOO_EARLY),
      answer: adminListAnswer('approvals', ApprovalRow),
    },
    grantApproval: {
      request: z.object({ id: Row, grabToken: BodyToken }),
      answer: Decided,
    },
    refuseApproval: {
      request: z.object({ id: Row, reason: Reason.meta({ example: 'No proof' }), grabToken: BodyToken }),
      answer: Decided,
    },
  };
});
