import type { Stored } from '../../../infra/event-store/event-store.js';
import { CHALLENGE_LIFETIME_MS } from '../../customers/passkeys/passkey.state.js';
import type { AdministratorEvent } from '../administrator.events.js';

export interface AdministratorPasskey {
  readonly id: string;
  /** ISO 8601. */
  readonly addedAt: string;
  /** Time of the last use, ISO 8601. */
  readonly usedAt?: string;
  readonly counter: number;
  /** Encrypted `{ credentialId, publicKey, device, name }` */
  readonly sealed: string;
  readonly sealedName?: string;
}

/**
 * Milliseconds for which a used challenge is remembered. This is twice `CHALLENGE_LIFETIME_MS`, because the
 * clocks of processes may differ.
 */
const REMEMBERED_MS = 2 * CHALLENGE_LIFETIME_MS;

export interface UsedChallenge {
  /** SHA-256, hex. */
  readonly digest: string;
  /** Unix milliseconds. */
  readonly atMs: number;
}

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
