import { type CallDocs } from './call-docs.js';

export const SMS_DOCS = {
  smsQuote: {
    title: 'Price of a text',
    about: 'Counted by the rule it is charged by: 160 characters to a page, 70 outside the plain alphabet.',
    answer: { amount: 5.8, price: 5.8, discount: 0, balance_after: 49004.2 },
  },
  sendSms: {
    title: 'Send a text',
    about: 'Numbers that are no Nigerian mobiles are left out and not charged.',
  },
} satisfies Partial<CallDocs>;
