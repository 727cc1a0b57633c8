import { Inject, Injectable } from '@nestjs/common';
import { LIMITS, type LimitRule, type Limits } from '../../../infra/limits/limits.js';
import { consumeLimit } from '../../rate-limits/consume-limit.js';

const MINUTE_MS = 60_000;
/** Limit for a short time. */
const AT_ONCE: LimitRule = { max: 120, windowMs: 15 * MINUTE_MS };
const A_DAY: LimitRule = { max: 480, windowMs: 24 * 60 * MINUTE_MS };

/**
 * Limits changes of a customer's own settings. The log keeps each change for ever, so a program that toggles
 * a setting would slow down every load of the user.
 */
@Injectable()
export class OwnChangeLimits {
  constructor(@Inject(LIMITS) private readonly limits: Limits) {}

  /**
   * Counts a change before it is made, so that parallel changes all count.
   * @throws RuleBroken(RATE_LIMITED) with the seconds to wait
   * @throws SessionsUnavailable when it cannot be counted
   */
  async take(userId: string): Promise<void> {
    await consumeLimit(this.limits, `own-change:${userId}`, AT_ONCE, 'RATE_LIMITED');
    await consumeLimit(this.limits, `own-change:day:${userId}`, A_DAY, 'RATE_LIMITED');
  }
}
