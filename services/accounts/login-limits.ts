import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, type Config } from '../../infra/config/config.js';
import { LIMITS, type Limits } from '../../infra/limits/limits.js';
import { networkOf } from './network-of.js';
import { takeWithin } from './take-within.js';
import { normaliseEmail } from './users.js';

const WINDOW_MS = 15 * 60_000;

/** Failed logins per account and per address. Tries are counted before they are checked, so many at once all count. */
@Injectable()
export class LoginLimits {
  constructor(
    @Inject(LIMITS) private readonly limits: Limits,
    @Inject(CONFIG) private readonly settings: Pick<Config, 'RATE_LIMIT_LOGIN_FAILURES'>,
  ) {}

  /** @throws RuleBroken(LOGIN_LOCKED), SessionsUnavailable */
  async take(email: string, address: string): Promise<void> {
    const rule = { max: this.settings.RATE_LIMIT_LOGIN_FAILURES, windowMs: WINDOW_MS };
    // The address first: one that has used up its tries can lock nobody's account any more.
    await takeWithin(this.limits, addressKey(address), rule, 'LOGIN_LOCKED');
    await takeWithin(this.limits, accountKey(email), rule, 'LOGIN_LOCKED');
  }

  /** The try was right: the account starts afresh, the address gets this one back. */
  async giveBack(email: string, address: string): Promise<void> {
    await Promise.all([this.limits.clear(accountKey(email)), this.limits.giveBack(addressKey(address))]);
  }
}

const accountKey = (email: string): string => `login:account:${normaliseEmail(email)}`;
const addressKey = (address: string): string => `login:address:${networkOf(address)}`;
