import { type CallDocs } from './call-docs.js';

export const BET_DOCS = {
  betPlatforms: {
    title: 'Betting platforms',
    about: 'Every platform, and whether it can be funded now.',
  },
  betQuote: {
    title: 'What bet funding would cost',
    about: 'What it costs you and what is left after it. Nothing is bought.',
  },
  validateBetCustomer: {
    title: 'Whose betting account',
    about: 'Needed before paying where the list of platforms says so.',
  },
  fundBet: {
    title: 'Fund a betting wallet',
    about: 'From 100 to 10,000 naira.',
  },
} satisfies Partial<CallDocs>;
