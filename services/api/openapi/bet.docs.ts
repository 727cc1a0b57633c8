import { ACCEPTED, FIELD, QUOTE, type CallDocs } from './call-docs.js';

export const BET_DOCS = {
  betPlatforms: {
    title: 'Betting platforms',
    about: 'Every platform, and whether it can be funded now.',
    fields: {},
    body: {},
    answer: {
      status: true,
      platforms: [{ name: 'BET9JA', available: true, validates: true }],
      minimum: 100,
      maximum: 10000,
    },
  },
  betQuote: {
    title: 'What bet funding would cost',
    about: 'What it costs you and what is left after it. Nothing is bought.',
    fields: { amount: FIELD.amount, betPlatform: 'A platform of the list.' },
    body: { amount: 1000, betPlatform: 'BET9JA' },
    answer: QUOTE,
  },
  validateBetCustomer: {
    title: 'Whose betting account',
    about: 'Needed before paying where the list of platforms says so.',
    fields: { betPlatform: 'A platform of the list.', clientId: 'The customer id there, as text.' },
    body: { betPlatform: 'BET9JA', clientId: '123456' },
    answer: { status: true, name: 'ADA OBI', message: '' },
  },
  fundBet: {
    title: 'Fund a betting wallet',
    about: 'From 100 to 10,000 naira.',
    fields: {
      amount: FIELD.amount,
      betPlatform: 'A platform of the list.',
      clientId: 'The customer id there, as text.',
      transaction_pin: FIELD.optionalPin,
      passkey: FIELD.passkey,
      confirm_duplicate: FIELD.again,
    },
    body: { amount: 1000, betPlatform: 'BET9JA', clientId: '123456', transaction_pin: '4826' },
    answer: ACCEPTED,
  },
} satisfies Partial<CallDocs>;
