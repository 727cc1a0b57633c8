import type { Kobo } from '../../contracts/money.js';
import type { UserEvent } from '../user.events.js';

/** Milliseconds that the customer has to confirm on the device, for example by fingerprint. */
export const CHALLENGE_LIFETIME_MS = 3 * 60_000;

/** Passkey of a device. The device approves purchases with this key instead of the PIN. */
export interface Passkey {
  readonly id: string;
  /** Maximum price in kobo of a purchase that the passkey may approve. */
  readonly limit: Kobo;
  /** ISO 8601. */
  readonly enrolledAt: string;
  /** base64url. */
  readonly credentialId: string;
  /** COSE key in base64url. */
  readonly publicKey: string;
  /**
   * Signature counter when the passkey was added. 0 for a device that does not count signatures.
   */
  readonly counter: number;
  readonly device: string;
}

export type SealedPasskey = Pick<Passkey, 'credentialId' | 'publicKey' | 'counter' | 'device'>;

type PasskeyEvent = Extract<
  UserEvent,
  { readonly type: 'PasskeyEnrolled' | 'PasskeyLimitChanged' | 'PasskeyRevoked' }
>;

export function evolvePasskeys(
  passkeys: readonly Passkey[] = [],
  event: PasskeyEvent,
  open: (sealed: string) => Record<string, unknown> | undefined,
): readonly Passkey[] | undefined {
  const { passkeyId: id } = event.data;
  switch (event.type) {
    case 'PasskeyEnrolled': {
      const opened = open(event.data.sealed) as SealedPasskey | undefined;
      if (!opened) return undefined;
      const { credentialId, publicKey, counter, device } = opened;
      const { at: enrolledAt, data } = event;
      const limit = BigInt(data.limit);
      return [...passkeys, { id, limit, enrolledAt, credentialId, publicKey, counter, device }];
    }
    case 'PasskeyLimitChanged': {
      const limit = BigInt(event.data.limit);
      return passkeys.map((passkey) => (passkey.id === id ? { ...passkey, limit } : passkey));
    }
    case 'PasskeyRevoked':
      return passkeys.filter((passkey) => passkey.id !== id);
  }
}
