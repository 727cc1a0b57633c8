import { Inject, Injectable } from '@nestjs/common';
import { LIMITS, type LimitRule, type Limits } from '../../../infra/limits/limits.js';
import { consumeLimit } from '../../rate-limits/consume-limit.js';

const MINUTE_MS = 60_000;
const AT_ONCE: LimitRule = { max: 120, windowMs: 15 * MINUTE_MS };
const A_DAY: LimitRule = { max: 480, windowMs: 24 * 60 * MINUTE_MS };

/**
 * Limits how often a customer may change their own settings, because all these changes are read whenever the
 * user is loaded.
 */
@Injectable()
export class OwnChangeLimits {
  constructor(@Inject(LIMITS) private readonly limits: Limits) {}

  /**
   * Counts a change of settings before it is made, so that parallel changes are all counted.
   * @throws RuleBroken(RATE_LIMITED), SessionsUnavailable
   */
  async take(userId: string): Promise<void> {
    await consumeLimit(this.limits, `own-change:${userId}`, AT_ONCE, 'RATE_LIMITED');
    await consumeLimit(this.limits, `own-change:day:${userId}`, A_DAY, 'RATE_LIMITED');
  }
}
