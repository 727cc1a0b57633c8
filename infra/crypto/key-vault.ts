/** Keys per person. Deleting a key erases the person: data sealed with it stays unreadable. */
export interface KeyVault {
  /**
   * Loads keys for use within half a minute. Returns undefined when no load is needed.
   * @throws KeysUnavailable
   */
  loadKeys(personIds: readonly string[]): Promise<void> | undefined;
  /** Creates the person's key, unless one exists. Resolves once durable. */
  createKey(personId: string): Promise<void>;
  /** Creates the keys of several people in one durable step. */
  createKeys(personIds: readonly string[]): Promise<void>;
  /** Encrypts JSON for the person (AES-256-GCM, random nonce). @throws NoKey */
  seal(personId: string, value: Readonly<Record<string, unknown>>): string;
  /** Returns undefined when the key is gone. @throws when the text was tampered with */
  open(personId: string, sealed: string): Record<string, unknown> | undefined;
  /**
   * Returns HMAC-SHA256 under the person's key, as hex. The result is comparable for this person only. @throws NoKey
   */
  personMac(personId: string, text: string): string;
  /**
   * Deletes the key. Other processes drop the key within two seconds, or 90 s after their last read if the store does
   * not answer. A vault in a file keeps no trace of the key.
   */
  forget(personId: string): Promise<void>;
  /** Drops the cached key; the next `loadKeys` reads it again. */
  drop(personId: string): void;
  close(): Promise<void>;
}

/** Programming error: the key was used before `loadKeys`. */
export class KeyNotAtHand extends Error {
  override readonly name = 'KeyNotAtHand';
}

/** The person was forgotten, or never had a key. */
export class NoKey extends Error {
  override readonly name = 'NoKey';
}

/** The key store does not answer; only loaded keys work. */
export class KeysUnavailable extends Error {
  override readonly name = 'KeysUnavailable';
}

/** Keys of the installation, 32 bytes each. */
export interface Secrets {
  readonly pinPepper: Buffer;
  readonly sessionKey: Buffer;
  /** Key of the digest by which the ledger keeps emails unique. */
  readonly emailKey: Buffer;
  readonly sealKey: Buffer;
}

export const KEY_VAULT = Symbol('KeyVault');
export const SECRETS = Symbol('Secrets');
