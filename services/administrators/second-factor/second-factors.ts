import { Inject, Injectable } from '@nestjs/common';
import { CONFIG } from '../../../infra/config/settings.js';
import { KEY_VAULT, type KeyVault } from '../../../infra/crypto/key-vault.js';
import { fact, type EventContext } from '../../../infra/event-store/event-context.js';
import { LIMITS, type Limits } from '../../../infra/limits/limits.js';
import { RuleBroken } from '../../contracts/errors.js';
import { plainDigits } from '../../contracts/fields/plain-text.js';
import { ConfirmPassword } from '../../customers/login/passwords.js';
import { consumeLimit } from '../../rate-limits/consume-limit.js';
import type { StillProven } from '../../customers/login/login.handler.js';
import type { Session } from '../../customers/login/live-session.js';
import { Sessions } from '../../customers/login/sessions.js';
import type { User } from '../../customers/user.state.js';
import { Users } from '../../customers/users.js';
import type { AdministratorEvent } from '../administrator.events.js';
import type { SecondFactor } from '../administrator.state.js';
import { type Administrator, Administrators } from '../administrators.js';
import type { AdministratorSettings } from '../administrators.settings.js';
import {
  AdministratorPasskeys,
  type LoginChallenge,
  type SignedByDevice,
} from '../passkeys/administrator-passkeys.js';
import { Enrolments } from './enrolments.js';
import { guardedOf, SecondFactorLocks } from './second-factor-locks.js';
import { stepOfCode } from './totp.js';

export interface SecondFactorStanding {
  readonly on: boolean;
  readonly required: boolean;
  /** Time of enrolment, ISO 8601. */
  readonly since?: string;
  readonly recoveryCodesLeft: number;
}

export interface StartedEnrolment {
  readonly secret: string;
  /** Name of the account in the authenticator app. */
  readonly label: string;
  readonly enrolment: string;
}

interface Secrets {
  readonly secret: string;
  readonly recoveryDigests: readonly string[];
}

const TRIES = { max: 10, windowMs: 15 * 60_000 };
const TOTP_CODE = /^\d{6}$/;

/**
 * Authenticator codes, recovery codes and devices of administrators. A use is appended at the revision that was
 * read, so a second use of the same code is refused.
 */
@Injectable()
export class SecondFactors {
  constructor(
    private readonly administrators: Administrators,
    private readonly enrolments: Enrolments,
    private readonly passkeys: AdministratorPasskeys,
    private readonly confirmPassword: ConfirmPassword,
    private readonly sessions: Sessions,
    private readonly users: Users,
    @Inject(KEY_VAULT) private readonly vault: Pick<KeyVault, 'loadKeys' | 'seal' | 'open'>,
    @Inject(LIMITS) private readonly limits: Limits,
    @Inject(CONFIG) private readonly settings: Pick<AdministratorSettings, 'secondFactorRequired'>,
    private readonly locks: SecondFactorLocks,
  ) {}

  mustEnrol({ secondFactor }: Pick<Administrator, 'secondFactor'>): boolean {
    return !secondFactor && this.settings.secondFactorRequired;
  }

  async standing(userId: string): Promise<SecondFactorStanding> {
    const { secondFactor } = await this.administrators.load(userId);
    const required = this.settings.secondFactorRequired;
    if (!secondFactor) return { on: false, required, recoveryCodesLeft: 0 };
    const { recoveryDigests } = await this.secretsOf(userId, secondFactor);
    const recoveryCodesLeft = recoveryDigests.length - secondFactor.usedRecovery.length;
    return { on: true, required, since: secondFactor.since, recoveryCodesLeft };
  }

  /**
   * Checks the second factor after a correct password. A person without a second factor passes.
   * @param shown a code, or a signature of a device
   * @param session session of a person who is already signed in. This session ends after five wrong answers,
   * and the lock of the sign-in does not apply.
   * @returns function that later checks again that the person is not suspended and has the same second factor
   * @throws RuleBroken(ADMINISTRATOR_SUSPENDED | SECOND_FACTOR_REQUIRED | PASSKEY_OR_CODE_REQUIRED |
   * SECOND_FACTOR_INCORRECT | SECOND_FACTOR_REFUSED | PASSKEY_EXPIRED | LOGIN_LOCKED | SESSION_EXPIRED),
   * SessionsUnavailable
   */
  async prove(
    user: User,
    shown: string | SignedByDevice | undefined,
    context: EventContext,
    session?: Session,
  ): Promise<StillProven> {
    const { userId } = user;
    const { secondFactor, suspended } = await this.administrators.load(userId);
    if (suspended) throw new RuleBroken('ADMINISTRATOR_SUSPENDED');
    const stillProven = async (): Promise<boolean> => {
      const now = await this.administrators.load(userId);
      return !now.suspended && now.secondFactor?.enrolmentId === secondFactor?.enrolmentId;
    };
    if (!secondFactor) return stillProven;
    if (shown === undefined || shown === '') throw eitherRequired(secondFactor);
    const { enrolmentId } = secondFactor;
    const guarded = guardedOf(user, secondFactor);
    if (!session) await this.locks.requireUnlocked(guarded, context.now);
    const refusal = typeof shown === 'string' ? incorrect() : new RuleBroken('SECOND_FACTOR_REFUSED');
    const useOf = await this.useOf(user, secondFactor, shown, context);
    const used = await this.administrators
      .change(userId, ({ secondFactor: current }) => {
        // Check again, because the person may have replaced the second factor meanwhile.
        const use = current?.enrolmentId === enrolmentId && useOf(current);
        if (!use) throw refusal;
        return [use];
      })
      .catch((error: unknown) => {
        if (error !== refusal) throw error;
      });
    const right = used !== undefined;
    if (session) await this.judgeInSession(session, right, refusal, context);
    else await this.locks.judge(guarded, right, refusal, context);
    return stillProven;
  }

  /**
   * Issues a challenge. A device answers it in place of a code. The caller must have checked the password
   * before.
   * @param attempt identifies the browser of the login
   * @throws RuleBroken(ADMINISTRATOR_SUSPENDED | SIGN_IN_DEVICE_NOT_FOUND | PASSKEYS_UNAVAILABLE |
   * LOGIN_LOCKED), SessionsUnavailable
   */
  async challenge(user: User, attempt: string, now: Date): Promise<LoginChallenge> {
    const { secondFactor, suspended } = await this.administrators.load(user.userId);
    if (suspended) throw new RuleBroken('ADMINISTRATOR_SUSPENDED');
    if (!secondFactor) throw new RuleBroken('SIGN_IN_DEVICE_NOT_FOUND');
    await this.locks.requireUnlocked(guardedOf(user, secondFactor), now);
    return this.passkeys.challenge(user, secondFactor, attempt, now);
  }

  /**
   * @throws RuleBroken(PASSWORD_INCORRECT | LOGIN_LOCKED | SECOND_FACTOR_REQUIRED | SECOND_FACTOR_INCORRECT)
   */
  async start(
    userId: string,
    password: string,
    code: string | undefined,
    context: EventContext,
  ): Promise<StartedEnrolment> {
    const user = await this.proven(userId, password, code, context);
    const { secondFactor } = await this.administrators.load(userId);
    const enrolment = this.enrolments.begin(userId, secondFactor?.enrolmentId ?? '', context.now);
    const { secret } = enrolment;
    return { secret, label: user.email, enrolment: this.enrolments.seal(enrolment) };
  }

  /**
   * Stores the second factor. Ends the person's other sessions, because they began without the second factor.
   * A repeat returns the same codes.
   * @returns the recovery codes
   * @throws RuleBroken(ENROLMENT_EXPIRED | SECOND_FACTOR_INCORRECT | RATE_LIMITED)
   */
  async confirm(
    userId: string,
    shown: { readonly enrolment: string; readonly code: string },
    session: Session | undefined,
    context: EventContext,
  ): Promise<readonly string[]> {
    const enrolment = this.enrolments.open(shown.enrolment, context.now);
    if (enrolment?.userId !== userId) throw new RuleBroken('ENROLMENT_EXPIRED');
    await this.countTry(userId);
    const step = stepOfCode(enrolment.secret, plainDigits(shown.code), context.now);
    const codes = this.enrolments.recoveryCodes(enrolment);
    const recoveryDigests = codes.map((code) => this.enrolments.digestOf(userId, code));
    await this.vault.loadKeys([userId]);
    await this.administrators.change(userId, ({ secondFactor }): AdministratorEvent[] => {
      if (secondFactor?.enrolmentId === enrolment.enrolmentId) return [];
      if ((secondFactor?.enrolmentId ?? '') !== enrolment.replaces) throw new RuleBroken('ENROLMENT_EXPIRED');
      if (step === undefined) throw incorrect();
      const sealed = this.vault.seal(userId, { secret: enrolment.secret, recoveryDigests });
      const { enrolmentId } = enrolment;
      return [fact('SecondFactorEnrolled', { userId, enrolmentId, step, sealed }, context)];
    });
    await this.forgetTries(userId);
    await this.sessions.endOthers(userId, session?.id);
    return codes;
  }

  /**
   * @throws RuleBroken(PASSWORD_INCORRECT | LOGIN_LOCKED | SECOND_FACTOR_REQUIRED | SECOND_FACTOR_INCORRECT |
   *   SECOND_FACTOR_NEEDED)
   */
  async remove(userId: string, password: string, code: string, context: EventContext): Promise<void> {
    if (this.settings.secondFactorRequired) throw new RuleBroken('SECOND_FACTOR_NEEDED');
    await this.proven(userId, password, code, context);
    await this.administrators.change(userId, ({ secondFactor }) =>
      secondFactor ? [fact('SecondFactorRemoved', { userId }, context)] : [],
    );
  }

  /**
   * Checks password and code of a signed-in person, because another person may be using the open browser.
   * @throws RuleBroken(PASSWORD_INCORRECT | LOGIN_LOCKED | SECOND_FACTOR_REQUIRED | SECOND_FACTOR_INCORRECT |
   * RATE_LIMITED)
   */
  async proven(
    userId: string,
    password: string,
    code: string | undefined,
    context: EventContext,
  ): Promise<User> {
    const user = await this.users.current(userId);
    if (!user) throw new RuleBroken('SESSION_EXPIRED');
    await this.confirmPassword.of(user, password, 'password');
    await this.countTry(userId);
    await this.prove(user, code, context);
    await this.forgetTries(userId);
    return user;
  }

  /**
   * Checks the second factor of the person in `session` again. Checks the password instead when there is no
   * second factor.
   * @throws RuleBroken(PASSWORD_INCORRECT), and what `prove` throws
   */
  async proveAgain(
    session: Session,
    password: string | undefined,
    shown: string | SignedByDevice | undefined,
    context: EventContext,
  ): Promise<void> {
    const user = await this.users.current(session.userId);
    if (!user) throw new RuleBroken('SESSION_EXPIRED');
    const { secondFactor } = await this.administrators.load(session.userId);
    if (secondFactor) await this.prove(user, shown, context, session);
    else await this.confirmPassword.of(user, password ?? '', 'password');
  }

  private async judgeInSession(
    { id }: Session,
    right: boolean,
    refusal: RuleBroken,
    { now }: EventContext,
  ): Promise<void> {
    const { outcome } = await this.locks.judgeInSession(id, right, now);
    if (outcome === 'passed') return;
    if (outcome === 'wrong') throw refusal;
    await this.sessions.endById(id);
    throw new RuleBroken('SESSION_EXPIRED');
  }

  private async useOf(
    user: User,
    secondFactor: SecondFactor,
    shown: string | SignedByDevice,
    context: EventContext,
  ): Promise<(current: SecondFactor) => AdministratorEvent | undefined> {
    if (typeof shown !== 'string') return this.passkeys.useOf(user, secondFactor, shown, context);
    const { userId } = user;
    const { secret, recoveryDigests } = await this.secretsOf(userId, secondFactor);
    const typed = plainDigits(shown);
    if (TOTP_CODE.test(typed)) {
      const step = stepOfCode(secret, typed, context.now);
      return ({ usedStep }) =>
        step === undefined || step <= usedStep
          ? undefined
          : fact('SecondFactorUsed', { userId, step }, context);
    }
    const digest = this.enrolments.digestOf(userId, typed);
    return ({ usedRecovery }) =>
      !recoveryDigests.includes(digest) || usedRecovery.includes(digest)
        ? undefined
        : fact('RecoveryCodeUsed', { userId, digest }, context);
  }

  private async secretsOf(userId: string, { sealed }: SecondFactor): Promise<Secrets> {
    await this.vault.loadKeys([userId]);
    const secrets = this.vault.open(userId, sealed) as Secrets | undefined;
    if (!secrets) throw new RuleBroken('SESSION_EXPIRED');
    return secrets;
  }

  private async countTry(userId: string): Promise<void> {
    await consumeLimit(this.limits, `second-factor:${userId}`, TRIES, 'RATE_LIMITED');
  }

  private forgetTries(userId: string): Promise<void> {
    return this.limits.clear(`second-factor:${userId}`);
  }
}

const eitherRequired = ({ passkeys }: SecondFactor): RuleBroken =>
  new RuleBroken(passkeys.length > 0 ? 'PASSKEY_OR_CODE_REQUIRED' : 'SECOND_FACTOR_REQUIRED', {
    field: 'code',
  });

const incorrect = (): RuleBroken => new RuleBroken('SECOND_FACTOR_INCORRECT', { field: 'code' });
