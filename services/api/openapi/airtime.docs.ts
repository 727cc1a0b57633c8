import { ACCEPTED, FIELD, QUOTE, type CallDocs } from './call-docs.js';

export const AIRTIME_DOCS = {
  airtimeQuote: {
    title: 'Price of airtime',
    about: 'What it costs you and what is left after it. Nothing is bought.',
    fields: { network: FIELD.network, amount: FIELD.amount },
    body: { network: 1, amount: 1000 },
    answer: QUOTE,
  },
  buyAirtime: {
    title: 'Buy airtime',
    about: 'Accepted at once, delivered in seconds; the outcome is in the history.',
    fields: {
      amount: FIELD.amount,
      network: FIELD.network,
      phone: FIELD.phone,
      transaction_pin: FIELD.pin,
      passkey: FIELD.passkey,
      confirm_duplicate: FIELD.again,
      quoted_price: FIELD.quoted,
    },
    body: { amount: 1000, network: 1, phone: '08031234567', transaction_pin: '4826' },
    answer: ACCEPTED,
  },
} satisfies Partial<CallDocs>;
