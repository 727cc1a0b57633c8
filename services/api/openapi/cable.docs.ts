import { type CallDocs } from './call-docs.js';

export const CABLE_DOCS = {
  cablePlans: {
    title: 'Cable plans',
    about: 'The bouquets of one provider, at your price.',
  },
  validateIuc: {
    title: 'Whose smartcard',
    about: 'The name the provider knows a card by.',
  },
  cablePrices: {
    title: 'Price of a cable plan',
    about: 'Your price of one bouquet.',
  },
  cableQuote: {
    title: 'What a cable plan would cost',
    about: 'What it costs you and what is left after it. Nothing is bought.',
  },
  payCable: {
    title: 'Pay for cable',
    about: 'Renews or changes the bouquet of a card.',
  },
} satisfies Partial<CallDocs>;
