import { type CallDocs } from './call-docs.js';

export const EXAM_DOCS = {
  examPrice: {
    title: 'Price of exam pins',
    about: 'What so many pins cost you together.',
  },
  examQuote: {
    title: 'What exam pins would cost',
    about: 'What it costs you and what is left after it. Nothing is bought.',
  },
  buyExam: {
    title: 'Buy exam pins',
    about: 'The pins come with the transaction. When only some can be had, you pay for those.',
  },
} satisfies Partial<CallDocs>;
