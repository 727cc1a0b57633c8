import { createSecretKey } from 'node:crypto';
import type { KeyObject } from 'node:crypto';
import { NoKey } from './key-vault.js';
import { KeyedDigest } from './keyed-digest.js';
import { openSealed, sealText } from './sealed-text.js';

const HALF_BYTES = 32;
export const PERSON_KEY_BYTES = HALF_BYTES * 2;

/**
 * Key of one person. The first half encrypts, and the second half makes MACs, because two uses of the same
 * bytes could weaken each other.
 */
export class PersonKeys {
  private readonly cipher: KeyObject;
  private readonly digest: KeyedDigest;

  constructor(bytes: Buffer) {
    this.cipher = createSecretKey(bytes.subarray(0, HALF_BYTES));
    this.digest = new KeyedDigest(bytes.subarray(HALF_BYTES));
  }

  seal(value: Readonly<Record<string, unknown>>): string {
    return sealText(this.cipher, JSON.stringify(value));
  }

  /** @throws when someone changed the text */
  open(sealed: string): Record<string, unknown> {
    return JSON.parse(openSealed(this.cipher, sealed)) as Record<string, unknown>;
  }

  mac(text: string): string {
    return this.digest.of(text, 'hex');
  }
}

export const noKey = (): NoKey =>
  new NoKey('this person has no key: it was never made, or the person was forgotten');
