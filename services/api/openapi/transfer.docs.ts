import { ACCEPTED, FIELD, type CallDocs } from './call-docs.js';

const BANK = 'The code of a bank from the list, as text.';
const ACCOUNT = 'Ten digits, as text.';

export const TRANSFER_DOCS = {
  listBanks: {
    title: 'Banks',
    about: 'Every bank that can be sent to.',
    fields: {},
    body: {},
    answer: { status: true, banks: [{ code: '058', name: 'Guaranty Trust Bank' }], message: '' },
  },
  bankDetails: {
    title: 'Whose account',
    about: 'The name the bank knows an account by.',
    fields: { account_number: ACCOUNT, bankCode: BANK },
    body: { account_number: '0123456789', bankCode: '058' },
    answer: { status: true, accountName: 'ADA OBI', message: '' },
  },
  transferQuote: {
    title: 'Fee of a transfer',
    about: 'What is taken from your wallet: the amount and the fee.',
    fields: { amount_to_withdrawal: FIELD.amount },
    body: { amount_to_withdrawal: 10000 },
    answer: { status: true, amount: 10000, price: 10025, discount: 0, fee: 25, balance_after: 38985 },
  },
  transferMoney: {
    title: 'Send money',
    about: 'The name on the receipt is the one that was looked up, whatever is sent here.',
    fields: {
      bank_name_code: BANK,
      user_account_number: ACCOUNT,
      amount_to_withdrawal: FIELD.amount,
      transaction_pin: FIELD.pin,
      passkey: FIELD.passkey,
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
  },
} satisfies Partial<CallDocs>;
