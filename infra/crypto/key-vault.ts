/** Keys per person. Whoever deletes a key erases the person: what was sealed with it can never be opened again. */
export interface KeyVault {
  /**
   * Has the keys of these people at hand for what is sealed and opened right after (within half a minute). undefined
   * when they are, or when there is nothing to fetch: a vault across the network fetches, and answers a promise. @throws KeysUnavailable
   */
  loadKeys(personIds: readonly string[]): Promise<void> | undefined;
  /** Makes the person's key; resolves only after it is durable. Nothing when there is one already. */
  createKey(personId: string): Promise<void>;
  /** Several at once, one durable step. */
  createKeys(personIds: readonly string[]): Promise<void>;
  /** Encrypts JSON for the person (AES-256-GCM, random nonce). @throws NoKey */
  seal(personId: string, value: Readonly<Record<string, unknown>>): string;
  /** undefined when the key is gone. @throws when the text was tampered with */
  open(personId: string, sealed: string): Record<string, unknown> | undefined;
  /** HMAC-SHA256 under the person's key, hex: comparable for this person only. @throws NoKey */
  personMac(personId: string, text: string): string;
  /**
   * Deletes the key. Other threads and processes stop using what they hold of it within a second or two; one that the
   * store does not answer, a minute and a half after it last looked at the latest. Where the vault is a file of ours, nothing
   * of the key is left in it.
   */
  forget(personId: string): Promise<void>;
  /** Lets go of what this process holds of the person's key: it is looked up again when it is next brought. */
  drop(personId: string): void;
  close(): Promise<void>;
}

/** Somebody forgot to bring the key before using it: a fault of the program. */
export class KeyNotAtHand extends Error {
  override readonly name = 'KeyNotAtHand';
}

/** The person was forgotten, or never had a key. */
export class NoKey extends Error {
  override readonly name = 'NoKey';
}

/** Where the keys are kept does not answer: nothing can be sealed or opened for whom they were not at hand. */
export class KeysUnavailable extends Error {
  override readonly name = 'KeysUnavailable';
}

/** Keys of the installation. 32 bytes each. */
export interface Secrets {
  readonly pinPepper: Buffer;
  readonly sessionKey: Buffer;
  /** Keys the digest that makes emails unique. */
  readonly emailKey: Buffer;
  readonly sealKey: Buffer;
}

/** Injection token of the KeyVault. */
export const KEY_VAULT = Symbol('KeyVault');
/** Injection token of the Secrets. */
export const SECRETS = Symbol('Secrets');
