import { describe, expect, it } from '@jest/globals';
import { orderDigest } from './order-digest.js';

const ORDER = { amount: 500_00n, network: 1, phone: '+2348031234567' };

describe('the digest of an order', () => {
  it.each([
    ['in another order', { phone: ORDER.phone, network: 1, amount: 500_00n }],
    ['with nothing where nothing has to be', { ...ORDER, narration: null, note: undefined }],
    [
      'signed, confirmed and shown',
      { ...ORDER, transaction_pin: '4826', confirm_duplicate: true, quoted_price: 1n },
    ],
    ['with whosever tokens', { ...ORDER, access_token: 'a', grabToken: 'b', user_access_code: 'c' }],
    ['with what was signed', { ...ORDER, passkey: { price: 1n } }],
  ])('is the same %s', (_how, order) => {
    expect(orderDigest(order)).toBe(orderDigest(ORDER));
  });

  it.each([
    ['amount', { ...ORDER, amount: 500_01n }],
    ['recipient', { ...ORDER, phone: '+2348031234568' }],
    ['network', { ...ORDER, network: 2 }],
    ['kind of a value', { ...ORDER, network: '1' }],
    ['more', { ...ORDER, narration: '' }],
  ])('is another with another %s', (_what, order) => {
    expect(orderDigest(order)).not.toBe(orderDigest(ORDER));
  });
});
