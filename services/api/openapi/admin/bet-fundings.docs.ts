import { type CallDocs } from '../call-docs.js';

export const BET_FUNDINGS_DOCS = {
  betFundings: {
    title: 'Bet funding',
    about:
      'What all customers paid into the wallets of betting companies, newest first, with how each ended.',
    answer: { amount_total: 1000 },
  },
} satisfies Partial<CallDocs>;
