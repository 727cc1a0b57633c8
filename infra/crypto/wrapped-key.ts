import { createCipheriv, createDecipheriv, createHash, createSecretKey } from 'node:crypto';
import type { KeyObject } from 'node:crypto';
import { randomBytes } from '../host/chance.js';

const CIPHER = 'aes-256-gcm';
const MASTER_KEY_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** Wraps the keys of people by the master key, which is kept apart from them: who copies the database learns nothing. */
export class MasterKey {
  private readonly key: KeyObject;
  /** Tells one master key from another, and nothing else about it. */
  readonly fingerprint: string;

  /** @throws unless it is 32 bytes */
  constructor(bytes: Buffer) {
    if (bytes.length !== MASTER_KEY_BYTES) throw new Error('MASTER_KEY must be 32 bytes');
    this.key = createSecretKey(bytes);
    this.fingerprint = createHash('sha256')
      .update('master-key fingerprint\0')
      .update(bytes)
      .digest('hex')
      .slice(0, 16);
  }

  /** Nonce, ciphertext and tag. Bound to the person: it cannot be passed off as the key of another. */
  wrap(personId: string, bytes: Buffer): Buffer {
    const nonce = randomBytes(NONCE_BYTES);
    const cipher = createCipheriv(CIPHER, this.key, nonce).setAAD(Buffer.from(personId));
    return Buffer.concat([nonce, cipher.update(bytes), cipher.final(), cipher.getAuthTag()]);
  }

  /** @throws when it was wrapped by another key, for another person, or changed since */
  unwrap(personId: string, wrapped: Buffer): Buffer {
    const end = wrapped.length - TAG_BYTES;
    const decipher = createDecipheriv(CIPHER, this.key, wrapped.subarray(0, NONCE_BYTES), {
      authTagLength: TAG_BYTES,
    });
    decipher.setAAD(Buffer.from(personId)).setAuthTag(wrapped.subarray(end));
    return Buffer.concat([decipher.update(wrapped.subarray(NONCE_BYTES, end)), decipher.final()]);
  }
}
