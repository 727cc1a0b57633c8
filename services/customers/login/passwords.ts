import { Injectable, Inject } from '@nestjs/common';
import { hash, verify } from '@node-rs/argon2';
import { CONFIG } from '../../../infra/config/settings.js';
import type { CustomerSettings } from '../customer.settings.js';
import { LIMITS, type Limits } from '../../../infra/limits/limits.js';
import { RuleBroken } from '../../contracts/errors.js';
import { opaquePassword } from '../../contracts/fields/account-fields.js';
import { consumeLimit } from '../../rate-limits/consume-limit.js';
import type { User } from '../user.state.js';

/** `const enum` of the library without a value at run time. */
const ARGON2ID = 2;
/** OWASP's first choice: 19 MiB, two passes, one lane. */
const PARAMETERS = { algorithm: ARGON2ID, memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/**
 * Most passwords have a single form. `hash` uses the first. Older hashes were made of the typed form, which
 * other devices may compose or decompose.
 */
const formsOf = (typed: string): ReadonlySet<string> =>
  new Set([opaquePassword(typed), typed, typed.normalize('NFC'), typed.normalize('NFD')]);

@Injectable()
export class Passwords {
  private decoy: Promise<string> | undefined;

  hash(password: string): Promise<string> {
    return hash(opaquePassword(password), PARAMETERS);
  }

  /** Without a hash this takes equally long and returns false. */
  async verify(passwordHash: string | undefined, password: string): Promise<boolean> {
    this.decoy ??= this.hash('nobody has this password');
    const known = passwordHash ?? (await this.decoy);
    for (const form of formsOf(password)) if (await verify(known, form)) return passwordHash !== undefined;
    return false;
  }
}

const WINDOW_MS = 15 * 60_000;

/** An open browser may be used by someone else. */
@Injectable()
export class ConfirmPassword {
  constructor(
    private readonly passwords: Passwords,
    @Inject(LIMITS) private readonly limits: Limits,
    @Inject(CONFIG) private readonly settings: Pick<CustomerSettings, 'RATE_LIMIT_LOGIN_FAILURES'>,
  ) {}

  /** @throws RuleBroken(PASSWORD_INCORRECT | LOGIN_LOCKED), SessionsUnavailable */
  async of(user: Pick<User, 'userId' | 'passwordHash'>, password: string, field: string): Promise<void> {
    const key = `password:${user.userId}`;
    const rule = { max: this.settings.RATE_LIMIT_LOGIN_FAILURES, windowMs: WINDOW_MS };
    await consumeLimit(this.limits, key, rule, 'LOGIN_LOCKED');
    if (!(await this.passwords.verify(user.passwordHash, password)))
      throw new RuleBroken('PASSWORD_INCORRECT', { field });
    await this.limits.clear(key);
  }
}
