import { describe, expect, it } from '@jest/globals';
import { deliveryFacts } from './receipt-facts.js';

describe('the delivery part of a receipt', () => {
  it('lists tokens in typing order, the bonus after the credit', () => {
    const tokens = ['11111111111111111111', '22222222222222222222', '33333333333333333333'];
    expect(deliveryFacts({ tokens, bonusToken: '44444444444444444444', units: '79.9 kWh' })).toEqual([
      { label: 'Key change 1', value: '1111 1111 1111 1111 1111', copy: true },
      { label: 'Key change 2', value: '2222 2222 2222 2222 2222', copy: true },
      { label: 'Token', value: '3333 3333 3333 3333 3333', copy: true },
      { label: 'Bonus token', value: '4444 4444 4444 4444 4444', copy: true },
      { label: 'Units', value: '79.9 kWh' },
    ]);
  });

  it('names tokens as the vendor named them', () =>
    expect(
      deliveryFacts({
        tokens: ['11111111111111111111', '33333333333333333333'],
        labels: ['KCT1', 'Token'],
        unread: 'secret: 1',
      }),
    ).toEqual([
      { label: 'KCT1', value: '1111 1111 1111 1111 1111', copy: true },
      { label: 'Token', value: '3333 3333 3333 3333 3333', copy: true },
    ]));

  it('is empty for a delivery without artefacts', () => expect(deliveryFacts({})).toEqual([]));
});
