/**
 * Encryption keys, one per person. Deleting a key erases the person, because the encrypted data stays
 * unreadable.
 */
export interface KeyVault {
  /**
   * Loads people's keys for use within 30 seconds. Returns undefined when all are loaded already.
   * @throws KeysUnavailable
   */
  loadKeys(personIds: readonly string[]): Promise<void> | undefined;
  /** Creates a key unless the person has one. Resolves once durable. */
  createKey(personId: string): Promise<void>;
  createKeys(personIds: readonly string[]): Promise<void>;
  /** Encrypts JSON for the person (AES-256-GCM, random nonce). @throws NoKey */
  seal(personId: string, value: Readonly<Record<string, unknown>>): string;
  /**
   * Decrypts the result of `seal`. Returns undefined when the person has no key.
   * @throws when the text was tampered with
   */
  open(personId: string, sealed: string): Record<string, unknown> | undefined;
  /**
   * HMAC-SHA256 of `text` under the person's key, as hex. Results of different people cannot be compared.
   * @throws NoKey
   */
  personMac(personId: string, text: string): string;
  /**
   * Deletes the key. Other processes stop using the key within two seconds, or within 90 s while the key
   * store does not answer. A file vault also overwrites all copies.
   */
  forget(personId: string): Promise<void>;
  drop(personId: string): void;
  close(): Promise<void>;
}

/** Programming error: a key was used without an earlier `loadKeys`. */
export class KeyNotAtHand extends Error {
  override readonly name = 'KeyNotAtHand';
}

/** The person was erased, or never had a key. */
export class NoKey extends Error {
  override readonly name = 'NoKey';
}

/** The key store does not answer. Only loaded keys can be used. */
export class KeysUnavailable extends Error {
  override readonly name = 'KeysUnavailable';
}

/** Secret keys of the installation, 32 bytes each. */
export interface Secrets {
  readonly pinPepper: Buffer;
  readonly sessionKey: Buffer;
  /** Key of the digests that keep email addresses unique in the ledger. */
  readonly emailKey: Buffer;
  readonly sealKey: Buffer;
}

export const KEY_VAULT = Symbol('KeyVault');
export const SECRETS = Symbol('Secrets');
