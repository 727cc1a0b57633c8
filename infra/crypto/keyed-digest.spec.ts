import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { createHmac } from 'node:crypto';
import { KeyedDigest } from './keyed-digest.js';

const key = fc.uint8Array({ minLength: 0, maxLength: 64 });
const text = fc.oneof(fc.string({ unit: 'binary' }), fc.string({ unit: 'grapheme', maxLength: 2_000 }));

describe('a keyed digest', () => {
  it('is the HMAC-SHA256 of the text', () =>
    fc.assert(
      fc.property(key, text, (bytes, message) => {
        const digest = new KeyedDigest(bytes);
        const expected = createHmac('sha256', bytes).update(message).digest();
        expect(digest.of(message, 'hex')).toBe(expected.toString('hex'));
        expect(digest.of(message, 'base64')).toBe(expected.toString('base64'));
        expect(digest.isOf(message, expected)).toBe(true);
      }),
    ));

  it('is told apart from any other', () => {
    const digest = new KeyedDigest(Buffer.alloc(32, 7));
    const right = createHmac('sha256', Buffer.alloc(32, 7)).update('4826').digest();
    expect(digest.isOf('4827', right)).toBe(false);
    expect(new KeyedDigest(Buffer.alloc(32, 8)).isOf('4826', right)).toBe(false);
    right[31]! ^= 1;
    expect(digest.isOf('4826', right)).toBe(false);
    expect(digest.isOf('4826', right.subarray(1))).toBe(false);
  });

  it('of a long text does not affect that of a short one', () => {
    const digest = new KeyedDigest(Buffer.from('key'));
    const short = digest.of('short', 'hex');
    digest.of('₦'.repeat(5_000), 'hex');
    expect(digest.of('short', 'hex')).toBe(short);
  });

  it('refuses a key that would have to be shortened', () => {
    expect(() => new KeyedDigest(Buffer.alloc(65))).toThrow(RangeError);
  });
});
