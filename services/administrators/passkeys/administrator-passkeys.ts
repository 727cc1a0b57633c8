import { hash } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { CONFIG } from '../../../infra/config/settings.js';
import { KEY_VAULT, type KeyVault } from '../../../infra/crypto/key-vault.js';
import { fact, type EventContext } from '../../../infra/event-store/event-context.js';
import { randomUUID } from '../../../infra/host/chance.js';
import { RuleBroken } from '../../contracts/errors.js';
import type { SignedChallenge } from '../../contracts/fields/http-fields.js';
import { PasskeyChallenges } from '../../customers/passkeys/passkey-challenges.js';
import { PASSKEYS_MAX } from '../../customers/passkeys/passkey.decider.js';
import {
  challengeOf,
  type NewCredential,
  prepareWebauthn,
  type RelyingParty,
  relyingPartyOf,
  verifiedCounter,
  verifiedCredential,
} from '../../customers/passkeys/webauthn.js';
import type { User } from '../../customers/user.state.js';
import { Users } from '../../customers/users.js';
import type { AdministratorEvent } from '../administrator.events.js';
import type { SecondFactor } from '../administrator.state.js';
import { Administrators } from '../administrators.js';
import type { AdministratorPasskey } from './passkey.state.js';

export interface SignedByDevice {
  readonly answer: SignedChallenge;
  readonly attempt: string;
}

export interface LoginChallenge {
  readonly challenge: string;
  readonly party: RelyingParty;
  readonly credentialIds: readonly string[];
}

export interface ListedPasskey extends Pick<AdministratorPasskey, 'id' | 'addedAt' | 'usedAt'> {
  readonly name: string;
  readonly device: string;
}

interface SealedPasskey {
  readonly credentialId: string;
  readonly publicKey: string;
  readonly device: string;
  readonly name: string;
}

/**
 * Devices (passkeys) of administrators. At a login, a device can replace the authenticator code. When the
 * second factor is replaced, its devices become invalid. A signature is valid once, and only in the browser
 * that got the challenge.
 */
@Injectable()
export class AdministratorPasskeys {
  readonly relyingParty: RelyingParty | undefined;

  constructor(
    private readonly administrators: Administrators,
    private readonly users: Users,
    private readonly challenges: PasskeyChallenges,
    @Inject(KEY_VAULT) private readonly vault: Pick<KeyVault, 'loadKeys' | 'seal' | 'open'>,
    @Inject(CONFIG) config: Parameters<typeof relyingPartyOf>[0],
  ) {
    this.relyingParty = relyingPartyOf(config);
  }

  async list(userId: string): Promise<readonly ListedPasskey[]> {
    const { secondFactor } = await this.administrators.load(userId);
    const opened = await this.opened(userId, secondFactor?.passkeys ?? []);
    return opened.map(({ id, addedAt, usedAt, name, device }) => ({
      id,
      addedAt,
      name,
      device,
      ...(usedAt !== undefined && { usedAt }),
    }));
  }

  /**
   * Issues a challenge for adding a device.
   * @param user user whose password and code the caller has just checked
   * @throws RuleBroken(PASSKEYS_UNAVAILABLE | SECOND_FACTOR_OFF | PASSKEYS_FULL)
   */
  async begin(user: User, now: Date): Promise<LoginChallenge> {
    const party = this.requireRelyingParty();
    const { secondFactor } = await this.administrators.load(user.userId);
    if (!secondFactor) throw new RuleBroken('SECOND_FACTOR_OFF');
    requireRoom(secondFactor);
    prepareWebauthn();
    const challenge = this.challenges.issue(enrolmentOf(user, secondFactor), now);
    return { challenge, party, credentialIds: await this.credentialIds(user, secondFactor) };
  }

  /**
   * Adds a device.
   * @returns id of the device. Adding a device again returns the same id.
   * @throws RuleBroken(PASSKEYS_UNAVAILABLE | SECOND_FACTOR_OFF | ENROLMENT_EXPIRED | PASSKEYS_FULL |
   * SESSION_EXPIRED)
   */
  async add(
    userId: string,
    {
      credential,
      name,
      device,
    }: { readonly credential: NewCredential; readonly name: string; readonly device: string },
    context: EventContext,
  ): Promise<string> {
    const party = this.requireRelyingParty();
    const user = await this.users.current(userId);
    if (!user) throw new RuleBroken('SESSION_EXPIRED');
    const { secondFactor } = await this.administrators.load(userId);
    if (!secondFactor) throw new RuleBroken('SECOND_FACTOR_OFF');
    let signed = '';
    const made = await verifiedCredential(party, credential, (challenge) => {
      signed = challenge;
      return this.challenges.judge(challenge, enrolmentOf(user, secondFactor), context.now) === 'valid';
    });
    if (!made || !(await this.challenges.spend(signed))) throw new RuleBroken('ENROLMENT_EXPIRED');
    const { credentialId, publicKey, counter } = made;
    const known = await this.opened(userId, secondFactor.passkeys);
    const same = known.find((one) => one.credentialId === credentialId);
    if (same) return same.id;
    const passkeyId = randomUUID();
    const { enrolmentId } = secondFactor;
    const sealed = this.vault.seal(userId, { credentialId, publicKey, device, name });
    await this.administrators.change(userId, ({ secondFactor: current }) => {
      if (current?.enrolmentId !== enrolmentId) throw new RuleBroken('ENROLMENT_EXPIRED');
      requireRoom(current);
      const added = { userId, passkeyId, enrolmentId, counter, sealed };
      return [fact('AdministratorPasskeyAdded', added, context)];
    });
    return passkeyId;
  }

  /** @throws RuleBroken(SIGN_IN_DEVICE_NOT_FOUND) */
  async rename(userId: string, passkeyId: string, name: string, context: EventContext): Promise<void> {
    const named = (await this.list(userId)).find(({ id }) => id === passkeyId)?.name;
    await this.vault.loadKeys([userId]);
    const sealed = this.vault.seal(userId, { name });
    await this.administrators.change(userId, ({ secondFactor }) => {
      requireIn(secondFactor, passkeyId);
      return named === name
        ? []
        : [fact('AdministratorPasskeyNamed', { userId, passkeyId, sealed }, context)];
    });
  }

  /**
   * Removes a device. Needs no code, because the person may have lost the device.
   * @throws RuleBroken(SIGN_IN_DEVICE_NOT_FOUND)
   */
  async remove(userId: string, passkeyId: string, context: EventContext): Promise<void> {
    await this.administrators.change(userId, ({ secondFactor }) => {
      requireIn(secondFactor, passkeyId);
      return [fact('AdministratorPasskeyRemoved', { userId, passkeyId }, context)];
    });
  }

  /** @throws RuleBroken(PASSKEYS_UNAVAILABLE | SIGN_IN_DEVICE_NOT_FOUND) */
  async challenge(
    user: User,
    secondFactor: SecondFactor,
    attempt: string,
    now: Date,
  ): Promise<LoginChallenge> {
    const party = this.requireRelyingParty();
    const credentialIds = await this.credentialIds(user, secondFactor);
    if (credentialIds.length === 0) throw new RuleBroken('SIGN_IN_DEVICE_NOT_FOUND');
    prepareWebauthn();
    return {
      challenge: this.challenges.issue(loginOf(user, secondFactor, attempt), now),
      party,
      credentialIds,
    };
  }

  /**
   * Verifies a signature.
   * @returns function that makes the event to append, or returns `undefined` when the signature is wrong or was
   * used before
   * @throws RuleBroken(PASSKEYS_UNAVAILABLE | PASSKEY_EXPIRED)
   */
  async useOf(
    user: User,
    secondFactor: SecondFactor,
    { answer, attempt }: SignedByDevice,
    context: EventContext,
  ): Promise<(current: SecondFactor) => AdministratorEvent | undefined> {
    const party = this.requireRelyingParty();
    const { userId } = user;
    const opened = await this.opened(userId, secondFactor.passkeys);
    const passkey = opened.find(({ credentialId }) => credentialId === answer.id);
    if (!passkey) return () => undefined;
    const challenge = challengeOf(answer);
    const verdict = this.challenges.judge(challenge, loginOf(user, secondFactor, attempt), context.now);
    if (verdict === 'expired') throw new RuleBroken('PASSKEY_EXPIRED');
    const counter =
      verdict === 'valid' ? await verifiedCounter(party, passkey, answer, challenge) : undefined;
    if (counter === undefined) return () => undefined;
    // Several Base64url texts mean the same bytes, but have different hashes.
    const challengeDigest = hash('sha256', Buffer.from(challenge, 'base64url'), 'hex');
    return ({ passkeys, usedChallenges }) => {
      const current = passkeys.find(({ id }) => id === passkey.id);
      if (!current || !advances(current, counter)) return undefined;
      if (usedChallenges.some(({ digest }) => digest === challengeDigest)) return undefined;
      const used = { userId, passkeyId: passkey.id, counter, challengeDigest };
      return fact('AdministratorPasskeyUsed', used, context);
    };
  }

  private requireRelyingParty(): RelyingParty {
    if (this.relyingParty === undefined) throw new RuleBroken('PASSKEYS_UNAVAILABLE');
    return this.relyingParty;
  }

  private async credentialIds({ userId }: User, { passkeys }: SecondFactor): Promise<readonly string[]> {
    return (await this.opened(userId, passkeys)).map(({ credentialId }) => credentialId);
  }

  private async opened(
    userId: string,
    passkeys: readonly AdministratorPasskey[],
  ): Promise<readonly (AdministratorPasskey & SealedPasskey)[]> {
    await this.vault.loadKeys([userId]);
    return passkeys.flatMap((passkey) => {
      const own = this.vault.open(userId, passkey.sealed) as SealedPasskey | undefined;
      const renamed = passkey.sealedName && this.vault.open(userId, passkey.sealedName);
      return own ? [{ ...passkey, ...own, ...(renamed || {}) }] : [];
    });
  }
}

/**
 * True when the counter has grown. Otherwise the device's key was probably copied. A device without a counter
 * always sends 0.
 */
const advances = ({ counter: seen }: AdministratorPasskey, counter: number): boolean =>
  seen === 0 && counter === 0 ? true : counter > seen;

/** @throws RuleBroken(PASSKEYS_FULL) */
function requireRoom({ passkeys }: SecondFactor): void {
  if (passkeys.length >= PASSKEYS_MAX) throw new RuleBroken('PASSKEYS_FULL', { most: PASSKEYS_MAX });
}

/** @throws RuleBroken(SIGN_IN_DEVICE_NOT_FOUND) */
function requireIn(secondFactor: SecondFactor | undefined, passkeyId: string): void {
  if (!secondFactor?.passkeys.some(({ id }) => id === passkeyId))
    throw new RuleBroken('SIGN_IN_DEVICE_NOT_FOUND');
}

const enrolmentOf = ({ userId, credentialEpoch }: User, { enrolmentId }: SecondFactor): string =>
  ['administrator enrolment', userId, credentialEpoch, enrolmentId].join('\n');

const loginOf = ({ userId, credentialEpoch }: User, { enrolmentId }: SecondFactor, attempt: string): string =>
  ['administrator login', userId, credentialEpoch, enrolmentId, attempt].join('\n');
