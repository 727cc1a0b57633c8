import { Inject, Injectable } from '@nestjs/common';
import type { EventContext } from '../../../infra/event-store/event-context.js';
import {
  TRIES_STORE,
  type TriesRule,
  type TriesStore,
  type Verdict,
} from '../../../infra/sessions/session-store.js';
import { RuleBroken } from '../../contracts/errors.js';
import { isFromFuture } from '../../contracts/stored-times.js';
import type { User } from '../../customers/user.state.js';
import { decidedOf } from '../access/access.decider.js';
import type { SecondFactorLocked } from '../access/access.events.js';
import type { SecondFactor } from '../administrator.state.js';
import { Administrators } from '../administrators.js';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
/**
 * Rule for wrong codes after the right password. The first lock lasts 15 minutes, and later locks last up to a
 * day. At five guesses a day, a thief finds a code within a year with a chance of 1 in 180. A new second factor
 * ends a lock. A new password does not, because a thief who reads the owner's mail can reset the password.
 */
const CODES: TriesRule = {
  max: 5,
  locksMs: [15 * MINUTE_MS, HOUR_MS, 6 * HOUR_MS, ...Array<number>(400).fill(DAY_MS)],
};

/**
 * Rule for wrong answers of a signed-in person. The caller ends the session after the last allowed answer.
 * The record outlives the session, because further guesses may be under way.
 */
const IN_SESSION: TriesRule = { max: 5, locksMs: [], keepMs: DAY_MS };

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
  new RuleBroken('LOGIN_LOCKED', { seconds: Math.ceil((until - now.getTime()) / 1_000), policy: 'login' });

@Injectable()
export class SecondFactorLocks {
  constructor(
    private readonly administrators: Administrators,
    @Inject(TRIES_STORE) private readonly tries: Pick<TriesStore, 'judge' | 'lockedUntil'>,
  ) {}

  /**
   * Reads the lock from the log as well, because `tries` may lose its counts.
   * @throws RuleBroken(LOGIN_LOCKED)
   */
  async requireUnlocked(guarded: Guarded, now: Date): Promise<void> {
    const { locked } = decidedOf(await this.administrators.book(), guarded.userId);
    const isNoted = locked?.enrolmentId === guarded.enrolmentId && !isFromFuture(locked.atMs, now.getTime());
    const noted = isNoted ? Date.parse(locked.lockedUntil) : 0;
    const counted = (await this.tries.lockedUntil(subjectOf(guarded), CODES, now.getTime())) ?? 0;
    const until = Math.max(noted, counted);
    if (until > now.getTime()) throw lockedFor(until, now);
  }

  /**
   * Counts a guess before answering, so that only five of many parallel guesses learn their result.
   * @throws RuleBroken(SECOND_FACTOR_INCORRECT | SECOND_FACTOR_REFUSED | LOGIN_LOCKED)
   */
  async judge(guarded: Guarded, right: boolean, refusal: RuleBroken, context: EventContext): Promise<void> {
    const { now } = context;
    const verdict = await this.tries.judge(subjectOf(guarded), right, CODES, now.getTime());
    if (verdict.outcome === 'passed') return;
    if (verdict.outcome === 'wrong') throw refusal;
    const lockedUntil = new Date(verdict.until).toISOString();
    // Ignore a failed append. `tries` has the lock too, and the next guess appends the event again.
    await this.administrators.noteLock({ ...guarded, lockedUntil }, context).catch(() => undefined);
    throw lockedFor(verdict.until, now);
  }

  /**
   * Judges an answer of a signed-in person. Counts each session separately, because a thief with an open
   * browser could otherwise lock the owner out of signing in.
   */
  async judgeInSession(sessionId: string, right: boolean, now: Date): Promise<Verdict> {
    return this.tries.judge(`prove-again:${sessionId}`, right, IN_SESSION, now.getTime());
  }
}
