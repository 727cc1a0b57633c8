import { describe, expect, it } from '@jest/globals';
import { classifyPay, classifyQuery } from './classify-answer.js';

const reference = '202603011000abcdefghijkl';
const answer = (pins: number, charged?: number) => ({
  code: '000',
  requestId: reference,
  cards: Array.from({ length: pins }, (_, index) => ({ Serial: `WRN${index}`, Pin: `${index}23456789012` })),
  content: {
    transactions: {
      status: 'delivered',
      transactionId: '17',
      amount: 8_000,
      ...(charged === undefined ? {} : { total_amount: charged }),
    },
  },
});
const asked = { reference, pins: 2, listed: 800_000n };

describe('fewer exam pins than ordered', () => {
  it.each([
    ['charged for those alone', 3_750],
    ['without a word about the charge', undefined],
  ])('are not final at once, %s', (_, charged) => {
    expect(classifyPay(200, answer(1, charged), asked)).toEqual({
      outcome: 'pending',
      code: 'PINS_MISSING',
      vendorTransactionId: '17',
      unread: 'cards: [{"Serial":"WRN0","Pin":"023456789012"}]',
    });
    expect(classifyQuery(200, answer(1, charged), asked)).toMatchObject({
      outcome: 'notFound',
      code: 'PINS_MISSING',
      found: { outcome: 'partial', delivered: 1, of: 2 },
    });
  });

  it('stay pending when the vendor charged for all', () => {
    expect(classifyPay(200, answer(1, 7_500), asked)).toMatchObject({ outcome: 'pending' });
    expect(classifyQuery(200, answer(1, 7_500), asked)).toMatchObject({
      outcome: 'pending',
      code: 'PINS_MISSING',
    });
  });

  it('are delivered once the missing pins arrive', () => {
    expect(classifyQuery(200, answer(2, 7_500), asked)).toMatchObject({
      outcome: 'delivered',
      cost: 750_000n,
    });
  });
});
