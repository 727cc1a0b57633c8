/**
 * Encryption keys, one per person. Deleting a person's key makes all encrypted data of that person
 * unreadable.
 */
export interface KeyVault {
  /**
   * Makes people's keys usable for 30 seconds. Returns undefined when all these keys are already loaded.
   * @throws KeysUnavailable
   */
  loadKeys(personIds: readonly string[]): Promise<void> | undefined;
  /** Creates a key for a person who has none. The promise resolves when the key is on disk. */
  createKey(personId: string): Promise<void>;
  createKeys(personIds: readonly string[]): Promise<void>;
  /** Encrypts JSON for the person (AES-256-GCM, random nonce). @throws NoKey */
  seal(personId: string, value: Readonly<Record<string, unknown>>): string;
  has(personId: string): boolean;
  /**
   * Decrypts a text that `seal` returned. Returns undefined when the person has no key.
   * @throws when someone changed the text
   */
  open(personId: string, sealed: string): Record<string, unknown> | undefined;
  /**
   * HMAC-SHA256 of `text` under the person's key, as hex. The results of two people differ even for the same
   * text.
   * @throws NoKey
   */
  personMac(personId: string, text: string): string;
  /**
   * Deletes the person's key. Other processes stop using it within 2 s, or within 90 s if the key store does
   * not answer. The LMDB vault overwrites all copies in its file.
   */
  forget(personId: string): Promise<void>;
  drop(personId: string): void;
  close(): Promise<void>;
}

/** Error when a key was used without an earlier `loadKeys`, which is a programming error. */
export class KeyNotAtHand extends Error {
  override readonly name = 'KeyNotAtHand';
}

/** Error when the person was erased or never had a key. */
export class NoKey extends Error {
  override readonly name = 'NoKey';
}

/** Error when the key store does not answer. Loaded keys can still be used. */
export class KeysUnavailable extends Error {
  override readonly name = 'KeysUnavailable';
}

/** Secret keys of the installation, 32 bytes each. */
export interface Secrets {
  readonly pinPepper: Buffer;
  readonly sessionKey: Buffer;
  /** Key of the email digests. The ledger compares these digests to keep email addresses unique. */
  readonly emailKey: Buffer;
  readonly sealKey: Buffer;
}

export const KEY_VAULT = Symbol('KeyVault');
export const SECRETS = Symbol('Secrets');
