import { Inject, Injectable } from '@nestjs/common';
import type { EventContext } from '../../../infra/event-store/event-context.js';
import { TRIES_STORE, type TriesRule, type TriesStore } from '../../../infra/sessions/session-store.js';
import { RuleBroken } from '../../contracts/errors.js';
import type { User } from '../../customers/user.state.js';
import { decidedOf } from '../access/access.decider.js';
import type { SecondFactorLocked } from '../access/access.events.js';
import type { SecondFactor } from '../administrator.state.js';
import { Administrators } from '../administrators.js';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
/**
 * Five wrong codes in a row, after the right password, lock the second factor: the first time, the second … and for a day each time
 * after. Three of a million codes are right at a moment: whoever holds the password has five guesses a day, a chance of 1 in 180 in a
 * year, and about twenty a day where the owner signs in meanwhile. The owner hears of each lock. Another password does not end it, or
 * whoever reads the owner's mail would guess on after each recovery; another second factor does, which an owner can have them set up.
 */
const CODES: TriesRule = {
  max: 5,
  locksMs: [15 * MINUTE_MS, HOUR_MS, 6 * HOUR_MS, ...Array<number>(400).fill(DAY_MS)],
};

/** What a lock is of: another second factor begins afresh. The epoch is that of the password which was shown with the wrong codes. */
export type Guarded = Pick<SecondFactorLocked, 'userId' | 'enrolmentId' | 'epoch'>;

export const guardedOf = (
  { userId, credentialEpoch: epoch }: User,
  { enrolmentId }: SecondFactor,
): Guarded => ({
  userId,
  enrolmentId,
  epoch,
});

const subjectOf = ({ userId, enrolmentId }: Guarded): string => `second-factor:${userId}:${enrolmentId}`;

const lockedFor = (until: number, now: Date): RuleBroken =>
  new RuleBroken('LOGIN_LOCKED', { seconds: Math.ceil((until - now.getTime()) / 1_000) });

/** Locks of second factors, after wrong codes and refused devices alike. */
@Injectable()
export class SecondFactorLocks {
  constructor(
    private readonly administrators: Administrators,
    @Inject(TRIES_STORE) private readonly tries: Pick<TriesStore, 'judge' | 'lockedUntil'>,
  ) {}

  /** The log holds the lock too: it outlives whatever the tries are counted in. @throws RuleBroken(LOGIN_LOCKED) */
  async requireUnlocked(guarded: Guarded, now: Date): Promise<void> {
    const { locked } = decidedOf(await this.administrators.book(), guarded.userId);
    const noted = locked?.enrolmentId === guarded.enrolmentId ? Date.parse(locked.lockedUntil) : 0;
    const counted = (await this.tries.lockedUntil(subjectOf(guarded), now.getTime())) ?? 0;
    const until = Math.max(noted, counted);
    if (until > now.getTime()) throw lockedFor(until, now);
  }

  /**
   * Counts before anything is told of the code, so that of a crowd of guesses no more than five are answered.
   * @throws RuleBroken(SECOND_FACTOR_INCORRECT | SECOND_FACTOR_REFUSED | LOGIN_LOCKED)
   */
  async judge(guarded: Guarded, right: boolean, refusal: RuleBroken, context: EventContext): Promise<void> {
    const { now } = context;
    const verdict = await this.tries.judge(subjectOf(guarded), right, CODES, now.getTime());
    if (verdict.outcome === 'passed') return;
    if (verdict.outcome === 'wrong') throw refusal;
    const lockedUntil = new Date(verdict.until).toISOString();
    // The lock holds without it, and the next try notes it.
    await this.administrators.noteLock({ ...guarded, lockedUntil }, context).catch(() => undefined);
    throw lockedFor(verdict.until, now);
  }
}
