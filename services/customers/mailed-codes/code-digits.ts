import { type KeyObject, createHmac, createSecretKey } from 'node:crypto';
import type { IssuedCode } from '../user.state.js';

const DIGITS = 6;

/** A key of its own, so that no code can ever be taken for the digest of a PIN. */
export const codeKey = (pinPepper: Buffer): KeyObject =>
  createSecretKey(createHmac('sha256', pinPepper).update('mailed codes').digest());

/** The six digits of a code. */
export function codeDigits(
  key: KeyObject,
  userId: string,
  { purpose, codeId }: Pick<IssuedCode, 'purpose' | 'codeId'>,
): string {
  const digest = createHmac('sha256', key).update(`${purpose}:${userId}:${codeId}`).digest();
  return String(digest.readUIntBE(0, 6) % 10 ** DIGITS).padStart(DIGITS, '0');
}
