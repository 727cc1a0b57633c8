import { type CallDocs } from '../call-docs.js';

const LIMIT =
  'What is more than the limit, alone or with what the same administrator moved that day, waits for another administrator.';
const LINE =
  'The same line of the same bank is booked once: again it changes nothing, and as something else it is ' +
  '409 BANK_REFERENCE_USED. What is more than the limit, alone or with what the same administrator moved that day, waits for another administrator.';

export const MONEY_DESK_DOCS = {
  moneyDesk: {
    title: 'The money desk',
    about:
      'What is in the house wallet, what stands with banks, vendors and payment providers by our books, and how much one ' +
      'administrator may move alone.',
  },
  moneyDeskCustomer: {
    title: 'Find a customer',
    about:
      'By the whole email: whose money it will be. Refused to whoever may not see customers, as auditors are.',
  },
  adjustBalance: {
    title: 'Change a balance',
    about:
      'Makes a balance what it should be. When it is not `before` any more, nothing changes and 409 STALE_EDIT tells what it is. ' +
      'What is more than the limit, alone or with what the same administrator moved that day, waits for another administrator.',
    answer: { message: 'The balance of Ada Obi is now ₦2,000.00. It was ₦1,500.00.', balance: 2000 },
  },
  creditManually: {
    title: 'Credit a payment by hand',
    about:
      'For a payment that arrived at a bank of ours. The same reference of the same bank is booked once: again it is ' +
      '409 BANK_REFERENCE_USED. The reference of a payment provider is 409 PAYMENT_OF_PROVIDER: its provider is asked about it. ' +
      'What is more than the limit, alone or with what the same administrator moved that day, waits for another administrator.',
    answer: { message: '₦5,000.00 credited to Ada Obi.', balance: 6500 },
  },
  fundHouseWallet: {
    title: 'Fund the house wallet',
    about: `Our own money, for the wallet that administrators buy from. ${LIMIT}`,
    answer: { message: '₦100,000.00 added to the house wallet.', balance: 350000 },
  },
  topUpVendor: {
    title: 'Top up a vendor',
    about: `Money that a bank of ours sent to a vendor. ${LINE}`,
    answer: { message: '₦40,000.00 booked to Platinum.' },
  },
  settleProvider: {
    title: 'Book a settlement',
    about: `What a payment provider had collected and sent to a bank of ours. ${LINE}`,
    answer: { message: '₦39,950.00 of Monnify booked at GTBank.' },
  },
  setFundingTerms: {
    title: 'Change the bank and the charge of funding',
    about:
      'What `user_data` tells customers: the account of ours that they may pay into by hand, and what is kept of each transfer ' +
      'that arrives by itself. In force with the next payment, and shown on open pages at once. Another account or a ' +
      'higher charge needs a second administrator. A charge that changes by more than 20 % needs `confirm`.',
    answer: {
      message:
        'Customers now see a charge of ₦50.00 per transfer, and GTBank 0123456789 for funding by hand.',
    },
  },
  approvals: {
    title: 'What waits for a second administrator',
    about: 'Newest first. Whoever asked cannot agree with themselves.',
  },
  grantApproval: {
    title: 'Agree',
    about: 'It is done at once. When the balance has changed meanwhile it lapses, and nothing moves.',
    answer: { message: 'Approved and done.', standing: 'applied' },
  },
  refuseApproval: {
    title: 'Refuse',
    about: 'Or take back what you asked for yourself.',
    answer: { message: 'Refused. Nothing has moved.', standing: 'refused' },
  },
} satisfies Partial<CallDocs>;
