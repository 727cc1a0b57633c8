import { createHmac, timingSafeEqual } from 'node:crypto';

const HEX_LENGTH = 128;

/** `monnify-signature` of a body: HMAC-SHA512 under the client secret, lower-case hex, over the bytes as they came. */
export const monnifySignature = (rawBody: Buffer, secretKey: string): string =>
  createHmac('sha512', secretKey).update(rawBody).digest('hex');

/** Compares in constant time. A missing or misshapen signature is a wrong one. */
export function isMonnifySignature(shown: string | undefined, rawBody: Buffer, secretKey: string): boolean {
  if (shown?.length !== HEX_LENGTH) return false;
  const expected = Buffer.from(monnifySignature(rawBody, secretKey), 'latin1');
  const given = Buffer.from(shown.toLowerCase(), 'latin1');
  return given.length === expected.length && timingSafeEqual(given, expected);
}
