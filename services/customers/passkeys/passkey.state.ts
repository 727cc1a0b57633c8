import type { Kobo } from '../../contracts/money.js';
import type { UserEvent } from '../user.events.js';

/** What a device is asked to sign: long enough to find the sensor, short enough that nobody comes back to it. */
export const CHALLENGE_LIFETIME_MS = 3 * 60_000;

/** A device that may sign its owner's purchases with fingerprint or face, in place of the PIN. */
export interface Passkey {
  readonly id: string;
  /** What costs more is signed with the PIN. */
  readonly limit: Kobo;
  /** ISO 8601. */
  readonly enrolledAt: string;
  /** What the device calls its key, base64url. */
  readonly credentialId: string;
  /** COSE, base64url. */
  readonly publicKey: string;
  /** How often the key had signed when it was enrolled; 0 where the device does not count. */
  readonly counter: number;
  /** What the browser said it was. */
  readonly device: string;
}

/** What of a passkey is sealed for its owner. */
export type SealedPasskey = Pick<Passkey, 'credentialId' | 'publicKey' | 'counter' | 'device'>;

type PasskeyEvent = Extract<
  UserEvent,
  { readonly type: 'PasskeyEnrolled' | 'PasskeyLimitChanged' | 'PasskeyRevoked' }
>;

/** The passkeys of a person after what happened to one of them; undefined when the person's key is gone. */
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
