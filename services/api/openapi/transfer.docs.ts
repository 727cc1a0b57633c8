import { type CallDocs } from './call-docs.js';

export const TRANSFER_DOCS = {
  listBanks: {
    title: 'Banks',
    about: 'Every bank that can be sent to.',
  },
  bankDetails: {
    title: 'Whose account',
    about: 'The name the bank knows an account by.',
  },
  transferQuote: {
    title: 'Fee of a transfer',
    about: 'What is taken from your wallet: the amount and the fee.',
    answer: { amount: 10000, price: 10025, discount: 0, balance_after: 38985 },
  },
  transferMoney: {
    title: 'Send money',
    about: 'The name on the receipt is the one that was looked up, whatever is sent here.',
  },
} satisfies Partial<CallDocs>;
