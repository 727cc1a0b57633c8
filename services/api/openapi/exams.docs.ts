import { ACCEPTED, FIELD, QUOTE, type CallDocs } from './call-docs.js';

const EXAM = '1 WAEC, 2 NECO, 3 NABTEB.';

export const EXAM_DOCS = {
  examPrice: {
    title: 'Price of exam pins',
    about: 'What so many pins cost you together.',
    fields: { examName: EXAM, quantity: '1 to 20.' },
    body: { examName: 1, quantity: 2 },
    answer: { status: true, amount: 6831, discount: 69, message: '' },
  },
  examQuote: {
    title: 'What exam pins would cost',
    about: 'What it costs you and what is left after it. Nothing is bought.',
    fields: { examName: EXAM, quantity: '1 to 20.' },
    body: { examName: 1, quantity: 2 },
    answer: QUOTE,
  },
  buyExam: {
    title: 'Buy exam pins',
    about: 'The pins come with the transaction. When only some can be had, you pay for those.',
    fields: {
      examName: EXAM,
      quantity: '1 to 20.',
      phone: FIELD.phone,
      transaction_pin: FIELD.pin,
      passkey: FIELD.passkey,
      confirm_duplicate: FIELD.again,
      quoted_price: FIELD.quoted,
    },
    body: { examName: 1, quantity: 2, phone: '08031234567', transaction_pin: '4826' },
    answer: ACCEPTED,
  },
} satisfies Partial<CallDocs>;
