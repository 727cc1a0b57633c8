import { Inject, Injectable } from '@nestjs/common';
import { CONFIG } from '../../infra/config/settings.js';
import { LIMITS, type Limits } from '../../infra/limits/limits.js';
import { consumeLimit } from './consume-limit.js';

const WINDOW_MS = 15 * 60_000;

/**
 * Limits look-ups for which a vendor or bank charges us. Each customer gets `RATE_LIMIT_LOOKUPS` look-ups in
 * `WINDOW_MS`.
 */
@Injectable()
export class LookupLimiter {
  constructor(
    @Inject(LIMITS) private readonly limits: Pick<Limits, 'take'>,
    @Inject(CONFIG) private readonly settings: { readonly RATE_LIMIT_LOOKUPS: number },
  ) {}

  /** @throws RuleBroken(RATE_LIMITED) with `seconds` */
  async consume(userId: string): Promise<void> {
    const rule = { max: this.settings.RATE_LIMIT_LOOKUPS, windowMs: WINDOW_MS };
    await consumeLimit(this.limits, `lookup:${userId}`, rule, 'RATE_LIMITED', 'lookup');
  }
}
