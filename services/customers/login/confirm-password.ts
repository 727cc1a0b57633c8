import { Inject, Injectable } from '@nestjs/common';
import { CONFIG } from '../../../infra/config/settings.js';
import type { CustomerSettings } from '../customer.settings.js';
import { LIMITS, type Limits } from '../../../infra/limits/limits.js';
import { RuleBroken } from '../../contracts/errors.js';
import { Passwords } from './passwords.js';
import { consumeLimit } from './consume-limit.js';
import type { User } from '../user.state.js';

const WINDOW_MS = 15 * 60_000;

/** Asks a signed-in person for the password again: an open browser is not yet its owner. */
@Injectable()
export class ConfirmPassword {
  constructor(
    private readonly passwords: Passwords,
    @Inject(LIMITS) private readonly limits: Limits,
    @Inject(CONFIG) private readonly settings: Pick<CustomerSettings, 'RATE_LIMIT_LOGIN_FAILURES'>,
  ) {}

  /** @param field where the password was sent. @throws RuleBroken(PASSWORD_INCORRECT | LOGIN_LOCKED), SessionsUnavailable */
  async of(user: Pick<User, 'userId' | 'passwordHash'>, password: string, field: string): Promise<void> {
    const key = `password:${user.userId}`;
    const rule = { max: this.settings.RATE_LIMIT_LOGIN_FAILURES, windowMs: WINDOW_MS };
    await consumeLimit(this.limits, key, rule, 'LOGIN_LOCKED');
    if (!(await this.passwords.verify(user.passwordHash, password)))
      throw new RuleBroken('PASSWORD_INCORRECT', { field });
    await this.limits.clear(key);
  }
}
