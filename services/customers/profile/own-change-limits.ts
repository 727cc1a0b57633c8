import { Inject, Injectable } from '@nestjs/common';
import { LIMITS, type LimitRule, type Limits } from '../../../infra/limits/limits.js';
import { consumeLimit } from '../../rate-limits/consume-limit.js';

const MINUTE_MS = 60_000;
/** Limit for a short time: far more changes than a person types in one sitting. */
const AT_ONCE: LimitRule = { max: 120, windowMs: 15 * MINUTE_MS };
const A_DAY: LimitRule = { max: 480, windowMs: 24 * 60 * MINUTE_MS };

/**
 * Limits free changes of own settings. Each change is a permanent event that every load of the user reads, so a program
 * toggling a setting could slow reads down for everyone.
 */
@Injectable()
export class OwnChangeLimits {
  constructor(@Inject(LIMITS) private readonly limits: Limits) {}

  /**
   * Counts before the change, so that parallel changes all count.
   * @throws RuleBroken(RATE_LIMITED) with the seconds to wait, SessionsUnavailable when it cannot be counted
   */
  async take(userId: string): Promise<void> {
    await consumeLimit(this.limits, `own-change:${userId}`, AT_ONCE, 'RATE_LIMITED');
    await consumeLimit(this.limits, `own-change:day:${userId}`, A_DAY, 'RATE_LIMITED');
  }
}
