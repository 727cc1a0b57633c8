import { type CallDocs, LIST } from '../call-docs.js';

const ID = '7c0d2a1e-4f0b-4a43-9c58-0a3a1be0f3d1';
const PAYMENT = {
  form_id: 'Made when the form opens: the same again changes nothing more.',
  provider: 'Code of the payment provider: `monnify`.',
  payment_reference: 'The payment, as its provider names it.',
  reason: 'Why, in your own words; stored for good.',
};
const ONCE =
  'A payment is settled once: whoever comes second is told by 409 UNMATCHED_SETTLED. What is more than the limit, alone or with ' +
  'what the same administrator moved that day, waits for another administrator.';
const NAMED = { form_id: ID, provider: 'monnify' as const, payment_reference: 'MNFY|20|20260302|000017' };

export const UNMATCHED_DOCS = {
  unmatchedPayments: {
    title: 'Payments that belong to nobody',
    about:
      'Newest first: what arrived at an account reference that no customer has. The books owe it until it is settled.',
    fields: {
      ...LIST,
      search: 'Part of the reference, of the account reference, or of the line of the bank.',
      standing: '`open` or `all`; all by default.',
    },
    body: { page: 1, page_size: 10, standing: 'open' },
    answer: {
      status: true,
      payments: [
        {
          provider: 'monnify',
          provider_name: 'Monnify',
          reference: 'MNFY|20|20260302|000017',
          account_reference: 'NL-unknown',
          amount: 5_000,
          standing: 'open',
          user_id: '',
          user_email: '',
          bank: '',
          bank_reference: '',
          reason: '',
          decided_by: '',
          decided_at: '',
          created_at: '2026-03-02T10:15:00.000+01:00',
        },
      ],
      total: 1,
      total_capped: false,
      truncated: false,
      position: 812,
    },
  },
  assignUnmatched: {
    title: 'Assign it to a customer',
    about: `It is credited as any payment, less our charge. ${ONCE}`,
    fields: { ...PAYMENT, user_id: 'Id of the customer.' },
    body: { ...NAMED, user_id: ID, reason: 'Paid to an old account number' },
    answer: { status: true, message: '₦5,000.00 assigned to Ada Obi.', outcome: 'applied' },
  },
  returnUnmatched: {
    title: 'Return it to whoever paid',
    about: `A bank of ours has sent it back. ${ONCE} A line of a bank that was booked before is 409 BANK_REFERENCE_USED.`,
    fields: {
      ...PAYMENT,
      bank: 'Which bank of ours sent it, in whatever spelling.',
      bank_reference: 'As the statement of the bank has it.',
      evidence: 'Where the proof is kept.',
    },
    body: {
      ...NAMED,
      bank: 'GTBank',
      bank_reference: 'FT2603021018',
      evidence: 'Statement of March',
      reason: 'Nobody knows the payer',
    },
    answer: { status: true, message: 'The return of ₦5,000.00 is booked at GTBank.', outcome: 'applied' },
  },
} satisfies Partial<CallDocs>;
