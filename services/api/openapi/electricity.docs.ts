import { type CallDocs } from './call-docs.js';

export const ELECTRICITY_DOCS = {
  validateMeter: {
    title: 'Whose meter',
    about: 'The name and address the company knows a meter by, and what it takes at once.',
  },
  electricityQuote: {
    title: 'What electricity would cost',
    about: 'What it costs you and what is left after it. Nothing is bought.',
  },
  payElectricity: {
    title: 'Pay for electricity',
    about: 'A prepaid token comes with the transaction, once it is delivered.',
  },
} satisfies Partial<CallDocs>;
