import { describe, expect, it } from '@jest/globals';
import type { OrderContext } from '../product.js';
import { SMS } from './sms.product.js';

const CONTEXT = {
  user: { userId: 'ada', tier: 'regular' },
  ownPrices: {},
  lookups: {},
} as unknown as OrderContext;
const send = (senderId: string) => SMS.order({ phones: '08031234567', senderId, body: 'Ready.' }, CONTEXT);

describe('the sender of a text', () => {
  it.each(['AdaShop', 'Shop24', 'Global Foods', 'Unity', 'Mtnl', 'G20'])('may be %s', (senderId) => {
    expect(send(senderId).sealed).toMatchObject({ senderId });
  });

  it.each([
    'MTN',
    'GTBank',
    'M7TN',
    'G7Bank',
    '0Pay',
    'G1o',
    'A1rtel',
    'AirteI',
    'M0niepoint',
    'F1rstBank',
    'Zen1th',
    'PaImpay',
    '9mobile',
  ])('may not be %s, which resembles a trusted name', (senderId) => {
    expect(() => send(senderId)).toThrow(
      expect.objectContaining({
        code: 'VALIDATION_FAILED',
        details: { field: 'senderid', reason: 'is not yours to use' },
      }),
    );
  });
});
