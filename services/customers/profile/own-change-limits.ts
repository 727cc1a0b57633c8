import { Inject, Injectable } from '@nestjs/common';
import { LIMITS, type LimitRule, type Limits } from '../../../infra/limits/limits.js';
import { consumeLimit } from '../login/login-limits.js';

const MINUTE_MS = 60_000;
/** Far more than somebody types who fills the address book in one sitting. */
const AT_ONCE: LimitRule = { max: 120, windowMs: 15 * MINUTE_MS };
const A_DAY: LimitRule = { max: 480, windowMs: 24 * 60 * MINUTE_MS };

/**
 * How often people change what is theirs and costs them nothing: names, notices, kept recipients, browsers that are told. Each
 * change is a fact that stays, and is read again whenever the person is: a program that turns one setting on and off would make
 * their stream so long that reading it holds up everybody.
 */
@Injectable()
export class OwnChangeLimits {
  constructor(@Inject(LIMITS) private readonly limits: Limits) {}

  /**
   * Counts one more, before the change is looked at: many at once all count.
   * @throws RuleBroken(RATE_LIMITED) with the seconds to wait, SessionsUnavailable where it cannot be counted
   */
  async take(userId: string): Promise<void> {
    await consumeLimit(this.limits, `own-change:${userId}`, AT_ONCE, 'RATE_LIMITED');
    await consumeLimit(this.limits, `own-change:day:${userId}`, A_DAY, 'RATE_LIMITED');
  }
}
