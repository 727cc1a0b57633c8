import { createCipheriv, createDecipheriv, createHash, createSecretKey } from 'node:crypto';
import type { KeyObject } from 'node:crypto';
import { randomBytes } from '../host/chance.js';

const CIPHER = 'aes-256-gcm';
const MASTER_KEY_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/**
 * Encrypts people's keys. A copy of the database reveals no key, because the master key is stored elsewhere.
 */
export class MasterKey {
  private readonly key: KeyObject;
  readonly fingerprint: string;

  /** @throws unless the key has 32 bytes */
  constructor(bytes: Buffer) {
    if (bytes.length !== MASTER_KEY_BYTES) throw new Error('MASTER_KEY must be 32 bytes');
    this.key = createSecretKey(bytes);
    this.fingerprint = createHash('sha256')
      .update('master-key fingerprint\0')
      .update(bytes)
      .digest('hex')
      .slice(0, 16);
  }

  /**
   * Encrypts a person's key. Returns nonce, ciphertext and tag. The result works only for `personId`, so a
   * record cannot be moved to another person.
   */
  wrap(personId: string, bytes: Buffer): Buffer {
    const nonce = randomBytes(NONCE_BYTES);
    const cipher = createCipheriv(CIPHER, this.key, nonce).setAAD(Buffer.from(personId));
    return Buffer.concat([nonce, cipher.update(bytes), cipher.final(), cipher.getAuthTag()]);
  }

  /** @throws when someone changed `wrapped`, or when it belongs to another master key or another person */
  unwrap(personId: string, wrapped: Buffer): Buffer {
    const end = wrapped.length - TAG_BYTES;
    const decipher = createDecipheriv(CIPHER, this.key, wrapped.subarray(0, NONCE_BYTES), {
      authTagLength: TAG_BYTES,
    });
    decipher.setAAD(Buffer.from(personId)).setAuthTag(wrapped.subarray(end));
    return Buffer.concat([decipher.update(wrapped.subarray(NONCE_BYTES, end)), decipher.final()]);
  }
}
