import { type CallDocs } from './call-docs.js';

export const AIRTIME_DOCS = {
  airtimeQuote: {
    title: 'Price of airtime',
    about: 'What it costs you and what is left after it. Nothing is bought.',
  },
  buyAirtime: {
    title: 'Buy airtime',
    about: 'Accepted at once, delivered in seconds; the outcome is in the history.',
  },
} satisfies Partial<CallDocs>;
