import { ACCEPTED, FIELD, QUOTE, type CallDocs } from './call-docs.js';

export const SMS_DOCS = {
  smsQuote: {
    title: 'Price of a text',
    about: 'Counted by the rule it is charged by: 160 characters to a page, 70 outside the plain alphabet.',
    fields: {
      phone: 'Numbers separated by commas, semicolons or line breaks.',
      messageBody: 'The text, up to 2,000 characters.',
    },
    body: { phone: '08031234567, 08051234567', messageBody: 'We open at nine.' },
    answer: {
      ...QUOTE,
      amount: 5.8,
      price: 5.8,
      discount: 0,
      balance_after: 49004.2,
      encoding: 'GSM-7',
      characters: 16,
      per_page: 160,
      pages: 1,
      recipients: 2,
      duplicates: 0,
      invalid: [],
      page_price: 2.9,
    },
  },
  sendSms: {
    title: 'Send a text',
    about: 'Numbers that are no Nigerian mobiles are left out and not charged.',
    fields: {
      phone: 'Numbers separated by commas, semicolons or line breaks.',
      senderid: '3 to 11 letters or digits: the name they see.',
      messageBody: 'The text, up to 2,000 characters.',
      transaction_pin: FIELD.optionalPin,
      passkey: FIELD.passkey,
      confirm_duplicate: FIELD.again,
    },
    body: {
      phone: '08031234567, 08051234567',
      senderid: 'AdaShop',
      messageBody: 'We open at nine.',
      transaction_pin: '4826',
    },
    answer: ACCEPTED,
  },
} satisfies Partial<CallDocs>;
