import { Inject, Injectable } from '@nestjs/common';
import { CONFIG } from '../../../infra/config/settings.js';
import { nowMs } from '../../../infra/host/clock.js';
import type { CustomerSettings } from '../customer.settings.js';
import { KeyedDigest } from '../../../infra/crypto/keyed-digest.js';
import { SECRETS, type Secrets } from '../../../infra/crypto/key-vault.js';
import {
  TRIES_STORE,
  UNTIL_CLEARED,
  type TriesStore,
  type Verdict,
} from '../../../infra/sessions/session-store.js';
import { RuleBroken } from '../../contracts/errors.js';
import { isFromFuture } from '../../contracts/stored-times.js';
import type { User } from '../user.state.js';
import { Users } from '../users.js';
import { systemContext } from '../../../infra/event-store/event-context.js';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/**
 * Milliseconds of the first lock, the second lock, and so on. After the last lock, the PIN must be reset. Until
 * then, a thief has 25 tries to guess one of 9,970 allowed PINs, a chance of 1 in 399.
 */
const LOCKS_MS = [15 * MINUTE_MS, HOUR_MS, 6 * HOUR_MS, 24 * HOUR_MS] as const;

export type PinOwner = Pick<User, 'userId' | 'pinMac' | 'pinLockedUntil' | 'pinLockedAt'>;

/** Stores locks of a PIN in the log, so that the owner gets a mail. */
@Injectable()
export class PinLocks {
  constructor(private readonly users: Users) {}

  /** Never throws an error, because the next wrong PIN stores the lock again. */
  async note(userId: string, until: number, now: number): Promise<void> {
    const lockedUntil = until >= UNTIL_CLEARED ? null : new Date(until).toISOString();
    await this.users
      .handle(userId, { type: 'LockPin', until, lockedUntil }, systemContext(new Date(now)))
      .catch(() => undefined);
  }
}

/**
 * Checks PINs. A PIN is stored as a keyed digest (MAC), because slow hashing cannot protect a PIN
 * of only four digits.
 */
@Injectable()
export class Pins {
  private readonly pepper: KeyedDigest;

  constructor(
    @Inject(SECRETS) secrets: Pick<Secrets, 'pinPepper'>,
    @Inject(TRIES_STORE) private readonly tries: TriesStore,
    @Inject(CONFIG) private readonly settings: Pick<CustomerSettings, 'PIN_ATTEMPTS_MAX'>,
    @Inject(PinLocks) private readonly locks: Pick<PinLocks, 'note'>,
  ) {
    this.pepper = new KeyedDigest(secrets.pinPepper);
  }

  mac(userId: string, pin: string): string {
    return macOfPin(this.pepper, userId, pin);
  }

  /**
   * Checks a PIN. A wrong PIN is counted at once, so that parallel tries are all counted.
   * @throws RuleBroken(PIN_NOT_SET | PIN_LOCKED | PIN_INCORRECT), SessionsUnavailable
   */
  check(user: PinOwner, pin: string, now = nowMs()): void | Promise<void> {
    if (user.pinMac === undefined) throw new RuleBroken('PIN_NOT_SET');
    requireUnlockedByLog(user, now);
    const right = this.pepper.isOf(boundTo(user.userId, pin), Buffer.from(user.pinMac, 'base64'));
    const rule = { max: this.settings.PIN_ATTEMPTS_MAX, locksMs: LOCKS_MS };
    const verdict = this.tries.judge(user.userId, right, rule, now);
    if (verdict instanceof Promise) return verdict.then((judged) => this.obey(user, judged, now));
    return this.obey(user, verdict, now);
  }

  /**
   * Refuses a customer whose PIN is locked. The lock also stops purchases that need no PIN, because
   * someone may be guessing the PIN.
   * @throws RuleBroken(PIN_NOT_SET | PIN_LOCKED), SessionsUnavailable
   */
  requireUnlocked(user: PinOwner, now: number): void | Promise<void> {
    if (user.pinMac === undefined) throw new RuleBroken('PIN_NOT_SET');
    requireUnlockedByLog(user, now);
    const until = this.tries.lockedUntil(user.userId, { locksMs: LOCKS_MS }, now);
    if (until instanceof Promise)
      return until.then((found) => {
        if (found !== undefined) throw locked(found, now);
      });
    if (until !== undefined) throw locked(until, now);
  }

  /**
   * Counts a wrong passkey signature like a wrong PIN.
   * @returns the number of tries that are left
   * @throws RuleBroken(PIN_LOCKED), SessionsUnavailable
   */
  async countWrong(user: PinOwner, now: number): Promise<number> {
    const rule = { max: this.settings.PIN_ATTEMPTS_MAX, locksMs: LOCKS_MS };
    const verdict = await this.tries.judge(user.userId, false, rule, now);
    if (verdict.outcome === 'wrong') return verdict.left;
    await this.obey(user, verdict, now);
    return 0;
  }

  private obey(user: PinOwner, verdict: Verdict, now: number): void | Promise<void> {
    if (verdict.outcome === 'passed') return;
    if (verdict.outcome === 'wrong') throw new RuleBroken('PIN_INCORRECT', { attemptsLeft: verdict.left });
    const { until } = verdict;
    return this.locks.note(user.userId, until, now).then(() => {
      throw locked(until, now);
    });
  }
}

/**
 * Refuses a PIN that is locked according to the log. The counter in `tries` alone is not enough,
 * because it can get lost.
 */
function requireUnlockedByLog({ pinLockedUntil, pinLockedAt = 0 }: PinOwner, now: number): void {
  if (pinLockedUntil === undefined || pinLockedUntil <= now) return;
  if (pinLockedUntil >= UNTIL_CLEARED || !isFromFuture(pinLockedAt, now)) throw locked(pinLockedUntil, now);
}

function locked(until: number, now: number): RuleBroken {
  if (until >= UNTIL_CLEARED) return new RuleBroken('PIN_LOCKED', { howLong: 'until you reset it' });
  const seconds = Math.ceil((until - now) / 1_000);
  const minutes = Math.ceil(seconds / 60);
  const hours = Math.ceil(minutes / 60);
  const howLong =
    minutes === 1 ? 'for a minute' : minutes <= 60 ? `for ${minutes} minutes` : `for ${hours} hours`;
  return new RuleBroken('PIN_LOCKED', { howLong, seconds });
}

const boundTo = (userId: string, pin: string): string => `${userId}:${pin}`;

/**
 * Returns the keyed digest (MAC) of a PIN in base64. Equal PINs of two users have different
 * digests. The digest reveals nothing about the PIN to a reader without the secret `pepper`.
 */
export const macOfPin = (pepper: KeyedDigest, userId: string, pin: string): string =>
  pepper.of(boundTo(userId, pin), 'base64');
