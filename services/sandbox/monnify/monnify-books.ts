import type { BookRules } from '../provider-books.js';

export const MONNIFY_BOOKS: BookRules = {
  banks: [
    { bankCode: '50515', bankName: 'Moniepoint Microfinance Bank' },
    { bankCode: '232', bankName: 'Sterling bank' },
  ],
  firstNumber: 6_000_000_000n,
  /** Reference such as `MNFY|04|20211117112842|000170`. */
  referenceOf: (number, at) => {
    const second = new Date(at + 3_600_000).toISOString().replace(/\D/g, '').slice(0, 14);
    return `MNFY|04|${second}|${String(number).padStart(6, '0')}`;
  },
};
