import type { Stored } from '../../../infra/event-store/event-store.js';
import { CHALLENGE_LIFETIME_MS } from '../../customers/passkeys/passkey.state.js';
import type { AdministratorEvent } from '../administrator.events.js';

/** A device that may prove who signs in, in place of a code. */
export interface AdministratorPasskey {
  readonly id: string;
  /** ISO 8601. */
  readonly addedAt: string;
  /** ISO 8601; absent while it has signed nobody in. */
  readonly usedAt?: string;
  /** How often the key had signed when it was last seen; 0 where the device does not count. */
  readonly counter: number;
  /** `{ credentialId, publicKey, device, name }` */
  readonly sealed: string;
  /** `{ name }`, where it was given another. */
  readonly sealedName?: string;
}

/** Longer than a challenge is good by any clock of ours. */
const REMEMBERED_MS = 2 * CHALLENGE_LIFETIME_MS;

/** A challenge that was signed, for as long as it would still be good. */
export interface UsedChallenge {
  /** SHA-256, hex. */
  readonly digest: string;
  /** Milliseconds since 1970. */
  readonly atMs: number;
}

/** What of a second factor devices are. */
export interface PasskeyState {
  readonly passkeys: readonly AdministratorPasskey[];
  readonly usedChallenges: readonly UsedChallenge[];
}

type PasskeyEvent = Extract<
  AdministratorEvent,
  {
    readonly type:
      | 'AdministratorPasskeyAdded'
      | 'AdministratorPasskeyNamed'
      | 'AdministratorPasskeyUsed'
      | 'AdministratorPasskeyRemoved';
  }
>;

/** The devices after what happened to one of them. */
export function evolvePasskeys(
  { passkeys, usedChallenges }: PasskeyState,
  event: Stored<PasskeyEvent>,
): PasskeyState {
  const { passkeyId: id } = event.data;
  const change = (changed: Partial<AdministratorPasskey>) =>
    passkeys.map((passkey) => (passkey.id === id ? { ...passkey, ...changed } : passkey));
  switch (event.type) {
    case 'AdministratorPasskeyAdded': {
      const { counter, sealed } = event.data;
      return { passkeys: [...passkeys, { id, addedAt: event.at, counter, sealed }], usedChallenges };
    }
    case 'AdministratorPasskeyNamed':
      return { passkeys: change({ sealedName: event.data.sealed }), usedChallenges };
    case 'AdministratorPasskeyUsed': {
      const { counter, challengeDigest } = event.data;
      const atMs = Date.parse(event.at);
      const still = usedChallenges.filter((one) => one.atMs > atMs - REMEMBERED_MS);
      return {
        passkeys: change({ counter, usedAt: event.at }),
        usedChallenges: [...still, { digest: challengeDigest, atMs }],
      };
    }
    case 'AdministratorPasskeyRemoved':
      return { passkeys: passkeys.filter((passkey) => passkey.id !== id), usedChallenges };
  }
}
