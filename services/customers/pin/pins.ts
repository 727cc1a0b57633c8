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
 * Durations of successive locks. After the last lock, the PIN must be reset. With 25 tries among 9,970
 * allowed PINs, the chance of a guess is 1 in 399.
 */
const LOCKS_MS = [15 * MINUTE_MS, HOUR_MS, 6 * HOUR_MS, 24 * HOUR_MS] as const;

export type PinOwner = Pick<User, 'userId' | 'pinMac' | 'pinLockedUntil' | 'pinLockedAt'>;

/** Stores PIN locks in the log. A stored lock causes a mail to the owner. */
@Injectable()
export class PinLocks {
  constructor(private readonly users: Users) {}

  /** Stores a PIN lock in the log. Never throws, because the next wrong PIN stores the lock again. */
  async note(userId: string, until: number, now: number): Promise<void> {
    const lockedUntil = until >= UNTIL_CLEARED ? null : new Date(until).toISOString();
    await this.users
      .handle(userId, { type: 'LockPin', until, lockedUntil }, systemContext(new Date(now)))
      .catch(() => undefined);
  }
}

/** Checks PINs. A PIN is stored as a keyed MAC, because slow hashing cannot protect four digits. */
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
   * Checks a PIN. Counts a wrong PIN at once, so that parallel tries all count.
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
   * Refuses a locked PIN. The lock blocks even purchases that need no PIN, because someone is guessing.
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
   * Counts a failed passkey signature like a wrong PIN.
   * @returns the number of tries left
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

/** Refuses a PIN that is locked in the log. The counter `tries` may get lost, so it is not enough. */
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
 * MAC of a PIN in base64. It differs for each user. Without `pepper`, the MAC reveals nothing about the PIN.
 */
export const macOfPin = (pepper: KeyedDigest, userId: string, pin: string): string =>
  pepper.of(boundTo(userId, pin), 'base64');
