import { type CallDocs, LIST } from '../call-docs.js';

const ID = '7c0d2a1e-4f0b-4a43-9c58-0a3a1be0f3d1';
const FORM = 'Made when the form opens: the same again changes nothing more.';
const USER = 'Id of the customer.';
const REASON = 'Why, in your own words; stored for good.';
const moved = (message: string, balance: number) => ({
  status: true as const,
  message,
  outcome: 'applied' as const,
  balance,
});

const LIMIT =
  'What is more than the limit, alone or with what the same administrator moved that day, waits for another administrator.';
const LINE =
  'The same line of the same bank is booked once: again it changes nothing, and as something else it is ' +
  '409 BANK_REFERENCE_USED. What is more than the limit, alone or with what the same administrator moved that day, waits for another administrator.';
const LINE_FIELDS = {
  form_id: FORM,
  bank: 'Which bank of ours, in whatever spelling.',
  bank_reference: 'As the statement of the bank has it.',
  evidence: 'Where the proof is kept.',
  reason: REASON,
};

export const MONEY_DESK_DOCS = {
  moneyDesk: {
    title: 'The money desk',
    about:
      'What is in the house wallet, what stands with banks, vendors and payment providers by our books, and how much one ' +
      'administrator may move alone.',
    fields: {},
    body: {},
    answer: {
      status: true,
      house_balance: 250_000,
      approval_limit: 50_000,
      alone_left: 42_500,
      bank: 'GTBank',
      terms: {
        monify_charges: 50,
        manual_funding_bank_name: 'GTBank',
        manual_funding_account_name: 'Naira Ledger',
        manual_funding_account_number: '0123456789',
        version: 2,
      },
      vendors: [{ code: 1, name: 'Platinum', balance: 84_500 }],
      providers: [{ code: 'monnify', name: 'Monnify', balance: 12_400 }],
      banks: [{ name: 'gtbank', balance: 1_250_000 }],
    },
  },
  moneyDeskCustomer: {
    title: 'Find a customer',
    about:
      'By the whole email: whose money it will be. Refused to whoever may not see customers, as auditors are.',
    fields: { email: 'The whole email.' },
    body: { email: 'ada@mail.test' },
    answer: {
      status: true,
      user_id: ID,
      name: 'Ada Obi',
      email: 'ada@mail.test',
      balance: 1_500,
      held: 0,
    },
  },
  adjustBalance: {
    title: 'Change a balance',
    about:
      'Makes a balance what it should be. When it is not `before` any more, nothing changes and 409 STALE_EDIT tells what it is. ' +
      'What is more than the limit, alone or with what the same administrator moved that day, waits for another administrator.',
    fields: {
      form_id: FORM,
      user_id: USER,
      before: 'What you were shown.',
      after: 'What it should be, never below zero.',
      kind: '`correction`, `goodwill` or `recovery`: the account it is booked against.',
      reason: REASON,
    },
    body: {
      form_id: ID,
      user_id: ID,
      before: 1500,
      after: 2000,
      kind: 'correction',
      reason: 'Credited short',
    },
    answer: moved('The balance of Ada Obi is now ₦2,000.00. It was ₦1,500.00.', 2_000),
  },
  creditManually: {
    title: 'Credit a payment by hand',
    about:
      'For a payment that arrived at a bank of ours. The same reference of the same bank is booked once: again it is ' +
      '409 BANK_REFERENCE_USED. The reference of a payment provider is 409 PAYMENT_OF_PROVIDER: its provider is asked about it. ' +
      'What is more than the limit, alone or with what the same administrator moved that day, waits for another administrator.',
    fields: {
      form_id: FORM,
      user_id: USER,
      amount: 'Naira that arrived.',
      bank: 'Which bank of ours, in whatever spelling.',
      bank_reference: 'As the statement of the bank has it.',
      depositor: 'Who paid, as the bank names them.',
      evidence: 'Where the proof is kept.',
      reason: REASON,
    },
    body: {
      form_id: ID,
      user_id: ID,
      amount: 5000,
      bank: 'GTBank',
      bank_reference: 'FT2603021015',
      depositor: 'ADA OBI',
      evidence: 'Mail of 2 March',
      reason: 'Paid into our account',
    },
    answer: moved('₦5,000.00 credited to Ada Obi.', 6_500),
  },
  fundHouseWallet: {
    title: 'Fund the house wallet',
    about: `Our own money, for the wallet that administrators buy from. ${LIMIT}`,
    fields: { form_id: FORM, amount: 'Naira.', reason: REASON },
    body: { form_id: ID, amount: 100_000, reason: 'Stock of March' },
    answer: moved('₦100,000.00 added to the house wallet.', 350_000),
  },
  topUpVendor: {
    title: 'Top up a vendor',
    about: `Money that a bank of ours sent to a vendor. ${LINE}`,
    fields: { ...LINE_FIELDS, amount: 'Naira that left the bank.', vendor: 'Code of the vendor.' },
    body: {
      form_id: ID,
      vendor: 1,
      amount: 40_000,
      bank: 'GTBank',
      bank_reference: 'FT2603021016',
      evidence: 'Receipt of 2 March',
      reason: 'Stock of March',
    },
    answer: { status: true, message: '₦40,000.00 booked to Platinum.', outcome: 'applied' },
  },
  settleProvider: {
    title: 'Book a settlement',
    about: `What a payment provider had collected and sent to a bank of ours. ${LINE}`,
    fields: {
      ...LINE_FIELDS,
      amount: 'Naira that arrived at the bank.',
      fee: 'Naira that the provider kept for settling; 0 for none.',
      provider: 'Code of the payment provider: `monnify`.',
    },
    body: {
      form_id: ID,
      provider: 'monnify',
      amount: 39_950,
      fee: 50,
      bank: 'GTBank',
      bank_reference: 'FT2603021017',
      evidence: 'Statement of March',
      reason: 'Settlement of 1 March',
    },
    answer: { status: true, message: '₦39,950.00 of Monnify booked at GTBank.', outcome: 'applied' },
  },
  setFundingTerms: {
    title: 'Change the bank and the charge of funding',
    about:
      'What `user_data` tells customers: the account of ours that they may pay into by hand, and what is kept of each transfer ' +
      'that arrives by itself. In force with the next payment, and shown on open pages at once.',
    fields: {
      monify_charges: 'Naira kept of each transfer; 0 for none.',
      manual_funding_bank_name: 'Bank of ours; leave all three out for no funding by hand.',
      manual_funding_account_name: 'In whose name the account is.',
      manual_funding_account_number: 'Ten digits.',
      version: 'The version you were shown. When it is another one by now, 409 STALE_EDIT tells what holds.',
    },
    body: {
      monify_charges: 50,
      manual_funding_bank_name: 'GTBank',
      version: 2,
      manual_funding_account_name: 'Naira Ledger',
      manual_funding_account_number: '0123456789',
    },
    answer: {
      status: true,
      message:
        'Customers now see a charge of ₦50.00 per transfer, and GTBank 0123456789 for funding by hand.',
    },
  },
  approvals: {
    title: 'What waits for a second administrator',
    about: 'Newest first. Whoever asked cannot agree with themselves.',
    fields: {
      ...LIST,
      search: 'Part of the reason, the bank or its reference.',
      standing: '`waiting` or `all`; all by default.',
    },
    body: { page: 1, page_size: 10, standing: 'waiting' },
    answer: {
      status: true,
      approvals: [
        {
          id: ID,
          standing: 'waiting',
          work: 'adjustment',
          kind: 'correction',
          user_id: ID,
          counterparty: '',
          fee: null,
          user_email: 'ada@mail.test',
          amount: 80_000,
          before: 1_500,
          after: 81_500,
          bank: '',
          bank_reference: '',
          evidence: '',
          depositor: '',
          reason: 'Paid twice',
          requested_by: 'Grace Eze',
          requested_at: '2026-03-02T10:15:30+01:00',
          own: false,
          decided_by: '',
          decided_at: '',
          why: '',
        },
      ],
      total: 1,
      total_capped: false,
      truncated: false,
      position: 1042,
    },
  },
  grantApproval: {
    title: 'Agree',
    about: 'It is done at once. When the balance has changed meanwhile it lapses, and nothing moves.',
    fields: { id: 'The id of a row of the list.' },
    body: { id: ID },
    answer: { status: true, message: 'Approved and done.', standing: 'applied' },
  },
  refuseApproval: {
    title: 'Refuse',
    about: 'Or take back what you asked for yourself.',
    fields: { id: 'The id of a row of the list.', reason: REASON },
    body: { id: ID, reason: 'No proof' },
    answer: { status: true, message: 'Refused. Nothing has moved.', standing: 'refused' },
  },
} satisfies Partial<CallDocs>;
