import { type KeyObject, createHmac, createSecretKey } from 'node:crypto';
import type { IssuedCode } from '../user.state.js';

const DIGITS = 6;

/**
 * Returns the key from which mailed codes are computed. The key differs from the key for PINs, so
 * that no code has the same digest as a PIN.
 */
export const codeKey = (pinPepper: Buffer): KeyObject =>
  createSecretKey(createHmac('sha256', pinPepper).update('mailed codes').digest());

export function codeDigits(
  key: KeyObject,
  userId: string,
  { purpose, codeId }: Pick<IssuedCode, 'purpose' | 'codeId'>,
): string {
  const digest = createHmac('sha256', key).update(`${purpose}:${userId}:${codeId}`).digest();
  return String(digest.readUIntBE(0, 6) % 10 ** DIGITS).padStart(DIGITS, '0');
}
