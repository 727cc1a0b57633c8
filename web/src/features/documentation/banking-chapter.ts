import { ACCEPTED, documented, FIELD, QUOTE, type Chapter } from './documented.js';

export const SMS_AND_BET: Chapter = {
  id: 'sms-and-bet',
  title: 'Bulk SMS and betting',
  calls: [
    documented({
      name: 'smsQuote',
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
    }),
    documented({
      name: 'sendSms',
      title: 'Send a text',
      about: 'Numbers that are no Nigerian mobiles are left out and not charged.',
      fields: {
        phone: 'Numbers separated by commas, semicolons or line breaks.',
        senderid: '3 to 11 letters or digits: the name they see.',
        messageBody: 'The text, up to 2,000 characters.',
        transaction_pin: FIELD.optionalPin,
        confirm_duplicate: FIELD.again,
      },
      body: {
        phone: '08031234567, 08051234567',
        senderid: 'AdaShop',
        messageBody: 'We open at nine.',
        transaction_pin: '4826',
      },
      answer: ACCEPTED,
    }),
    documented({
      name: 'validateBetCustomer',
      title: 'Whose betting account',
      about: 'Needed before paying where the list of platforms says so.',
      fields: { betPlatform: 'A platform of the list.', clientId: 'The customer id there, as text.' },
      body: { betPlatform: 'BET9JA', clientId: '123456' },
      answer: { status: true, name: 'ADA OBI', message: '' },
    }),
    documented({
      name: 'fundBet',
      title: 'Fund a betting wallet',
      about: 'From 100 to 10,000 naira.',
      fields: {
        amount: FIELD.amount,
        betPlatform: 'A platform of the list.',
        clientId: 'The customer id there, as text.',
        transaction_pin: FIELD.optionalPin,
        confirm_duplicate: FIELD.again,
      },
      body: { amount: 1000, betPlatform: 'BET9JA', clientId: '123456', transaction_pin: '4826' },
      answer: ACCEPTED,
    }),
  ],
};

const BANK = 'The code of a bank from the list, as text.';
const ACCOUNT = 'Ten digits, as text.';

export const TRANSFERS: Chapter = {
  id: 'transfers',
  title: 'Bank transfers',
  about:
    'Look the account up first: a transfer goes only to an account whose name was asked for in the last 15 minutes.',
  calls: [
    documented({
      name: 'listBanks',
      title: 'Banks',
      about: 'Every bank that can be sent to.',
      fields: {},
      body: {},
      answer: { status: true, banks: [{ code: '058', name: 'Guaranty Trust Bank' }], message: '' },
    }),
    documented({
      name: 'bankDetails',
      title: 'Whose account',
      about: 'The name the bank knows an account by.',
      fields: { account_number: ACCOUNT, bankCode: BANK },
      body: { account_number: '0123456789', bankCode: '058' },
      answer: { status: true, accountName: 'ADA OBI', message: '' },
    }),
    documented({
      name: 'transferQuote',
      title: 'Fee of a transfer',
      about: 'What is taken from your wallet: the amount and the fee.',
      fields: { amount_to_withdrawal: FIELD.amount },
      body: { amount_to_withdrawal: 10000 },
      answer: { status: true, amount: 10000, price: 10025, discount: 0, fee: 25, balance_after: 38985 },
    }),
    documented({
      name: 'transferMoney',
      title: 'Send money',
      about: 'The name on the receipt is the one that was looked up, whatever is sent here.',
      fields: {
        bank_name_code: BANK,
        user_account_number: ACCOUNT,
        amount_to_withdrawal: FIELD.amount,
        transaction_pin: FIELD.pin,
        narration: 'Optional: what it is for, up to 100 characters.',
        user_bank_name: 'Optional, for the receipt.',
        user_account_name: 'Optional, and not believed.',
        confirm_duplicate: FIELD.again,
      },
      body: {
        bank_name_code: '058',
        user_account_number: '0123456789',
        amount_to_withdrawal: 10000,
        transaction_pin: '4826',
        narration: 'Rent',
      },
      answer: ACCEPTED,
    }),
  ],
};
