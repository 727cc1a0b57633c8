import { type CallDocs } from '../call-docs.js';

export const ADMIN_HISTORY_DOCS = {
  adminTransactions: {
    title: 'All transactions',
    about:
      'What all customers bought, newest first. Emails and recipients are masked, and not searched, for whoever may not see them.',
    body: { status: 'Successful' },
  },
  adminFundings: {
    title: 'All payments into wallets',
    about: 'What all customers paid in, newest first.',
    answer: { amount_total: 5000 },
  },
  customTransactions: {
    title: 'Transactions between two days',
    about:
      'What all customers bought, newest first, from one day to another. Without days, or in a query of type 1: everything.',
  },
  fundingHistory: {
    title: 'The newest payments into wallets',
    about: 'The newest 1,000 payments of all customers.',
    answer: { amount_total: 5000 },
  },
} satisfies Partial<CallDocs>;
