import { type CallDocs, LIST } from '../call-docs.js';

export const SEARCH =
  'Part of a reference, recipient, service, status, source or email of a customer, or an amount: 500, 500.00 or ₦1,500.';
/** Common to list answers. */
export const PAGE = { total: 1, total_capped: false, truncated: false, position: 1042 };
export const CUSTOMER = '7c0d2a1e-4f0b-4a43-9c58-0a3a1be0f3d1';
const FUNDINGS = {
  status: true as const,
  fundingHistory: [
    {
      id: '0b9d1c7a-62f1-4a57-8d8e-7f2f0a1b2c3d',
      funding_refrence: 'MNFY|20260302|000042',
      funding_source: 'Wema Bank',
      amount_funded: 5000,
      wallet_before_funding: 120.5,
      wallet_after_funding: 5120.5,
      funding_date: '2026-03-02T10:15:30.000+01:00',
      status: 'Successful' as const,
      user: CUSTOMER,
      user_email: 'a***@d***.test',
    },
  ],
  ...PAGE,
  amount_total: 5000,
};

export const ADMIN_HISTORY_DOCS = {
  adminTransactions: {
    title: 'All transactions',
    about:
      'What all customers bought, newest first. Emails and recipients are masked, and not searched, for whoever may not see them.',
    fields: {
      ...LIST,
      search: SEARCH,
      service: 'One service, or left out for all.',
      status: 'One status, or left out for any.',
      bought_by: 'house for what administrators bought from the house wallet, or left out for everything.',
    },
    body: { page: 1, page_size: 10, status: 'Successful' },
    answer: {
      status: true,
      transHistory: [
        {
          id: '5f1f8f0e-3f3f-4c59-9f0b-8f4a4f0f2b11',
          api_transaction_reference: 'NL6Q3Z8K1V0T9W4XYA',
          service: 'airtime',
          amount: 99,
          wallet_balance: 49901,
          transaction_history_date: '2026-03-02T10:15:30.000+01:00',
          api_source: 'VTpass',
          phone_number: '0803***4567',
          transaction_status: 'Successful',
          user_id: CUSTOMER,
          user_email: 'a***@d***.test',
        },
      ],
      ...PAGE,
      amount_total: 99,
    },
  },
  adminFundings: {
    title: 'All payments into wallets',
    about: 'What all customers paid in, newest first.',
    fields: {
      ...LIST,
      search: 'Part of a reference, source or email of a customer, or an amount: 500, 500.00 or ₦1,500.',
    },
    body: { page: 1, page_size: 10 },
    answer: FUNDINGS,
  },
  customTransactions: {
    title: 'Transactions between two days',
    about:
      'What all customers bought, newest first, from one day to another. Without days, or in a query of type 1: everything.',
    fields: {
      query_type: '1 all, 2 between the two days, which is meant where nothing is said.',
      fromDate: LIST.custom_start_date,
      toDate: LIST.custom_end_date,
      page: LIST.page,
      page_size: LIST.page_size,
      search: SEARCH,
      service: 'One service, or left out for all.',
      status: 'One status, or left out for any.',
    },
    body: { fromDate: '2026-03-01', toDate: '2026-03-02', page: 1, page_size: 10 },
    answer: {
      status: true,
      custom_transactions: [
        {
          id: '5f1f8f0e-3f3f-4c59-9f0b-8f4a4f0f2b11',
          refrence: 'NL6Q3Z8K1V0T9W4XYA',
          service: 'airtime',
          amount: 99,
          wallet_balance: 49901,
          transaction_history_date: '2026-03-02T10:15:30.000+01:00',
          api_source: 'VTpass',
          phone_number: '0803***4567',
          transaction_status: 'Successful',
          user_id: CUSTOMER,
          user_email: 'a***@d***.test',
        },
      ],
      ...PAGE,
      amount_total: 99,
    },
  },
  fundingHistory: {
    title: 'The newest payments into wallets',
    about: 'The newest 1,000 payments of all customers.',
    fields: {},
    body: {},
    answer: FUNDINGS,
  },
} satisfies Partial<CallDocs>;
