import { type CallDocs, LIST } from '../call-docs.js';
import { CUSTOMER, PAGE, SEARCH } from './histories.docs.js';

export const BET_FUNDINGS_DOCS = {
  betFundings: {
    title: 'Bet funding',
    about:
      'What all customers paid into the wallets of betting companies, newest first, with how each ended.',
    fields: { ...LIST, search: SEARCH, status: 'One status, or left out for any.' },
    body: { page: 1, page_size: 10 },
    answer: {
      status: true,
      bet_fundingHistory: [
        {
          id: '5f1f8f0e-3f3f-4c59-9f0b-8f4a4f0f2b12',
          reference: 'NL6Q3Z8K1V0T9W4XYB',
          buyer_emails: 'a***@d***.test',
          amount: 1000,
          bet_platform: 'BET9JA',
          client_id: '***',
          submitted_date: '2026-03-02T10:15:30.000+01:00',
          transaction_status: 'Successful',
          user_id: CUSTOMER,
        },
      ],
      ...PAGE,
      amount_total: 1000,
    },
  },
} satisfies Partial<CallDocs>;
