import { createCipheriv, createDecipheriv } from 'node:crypto';
import type { KeyObject } from 'node:crypto';
import { randomBytes } from '../host/chance.js';

const CIPHER = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** Returns the nonce, the ciphertext and the authentication tag together as Base64. */
export function sealText(key: KeyObject, text: string): string {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(CIPHER, key, nonce);
  const sealed = cipher.update(text, 'utf8');
  cipher.final();
  return Buffer.concat([nonce, sealed, cipher.getAuthTag()]).toString('base64');
}

/** @throws when someone changed the text, or another key encrypted it */
export function openSealed(key: KeyObject, sealed: string): string {
  const bytes = Buffer.from(sealed, 'base64');
  if (bytes.length < NONCE_BYTES + TAG_BYTES) throw new Error('this is not a sealed text');
  const decipher = createDecipheriv(CIPHER, key, bytes.subarray(0, NONCE_BYTES), {
    authTagLength: TAG_BYTES,
  });
  decipher.setAuthTag(bytes.subarray(bytes.length - TAG_BYTES));
  const text = decipher.update(bytes.subarray(NONCE_BYTES, bytes.length - TAG_BYTES), undefined, 'utf8');
  return text + decipher.final('utf8');
}
