import { createHash } from 'node:crypto';
import type { BookRules } from '../provider-books.js';

export const PAYSTACK_BOOKS: BookRules = {
  banks: [{ bankCode: 'wema-bank', bankName: 'Wema Bank' }],
  firstNumber: 9_000_000_000n,
  /** Reference such as `1b3c5d7e9f`. */
  referenceOf: (number, at) => createHash('sha256').update(`${number} ${at}`).digest('hex').slice(0, 20),
};
