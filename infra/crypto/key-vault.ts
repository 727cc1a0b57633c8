/** Keys per person. Whoever deletes a key erases the person: what was sealed with it can never be opened again. */
export interface KeyVault {
  /** Makes the person's key; resolves only after it is durable. Nothing when there is one already. */
  createKey(personId: string): Promise<void>;
  /** Several at once, one durable step. */
  createKeys(personIds: readonly string[]): Promise<void>;
  /** Encrypts JSON for the person (AES-256-GCM, random nonce). @throws when the person has no key */
  seal(personId: string, value: Readonly<Record<string, unknown>>): string;
  /** undefined when the key is gone. @throws when the text was tampered with */
  open(personId: string, sealed: string): Record<string, unknown> | undefined;
  /** HMAC-SHA256 under the person's key, hex: comparable for this person only. @throws when the person has no key */
  personMac(personId: string, text: string): string;
  forget(personId: string): Promise<void>;
  close(): Promise<void>;
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
