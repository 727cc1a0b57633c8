import { hash } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { CONFIG, type Config } from '../../infra/config/config.js';
import { RuleBroken } from '../contracts/errors.js';
import { normaliseEmail } from './users.js';

const WINDOW_SECONDS = 15 * 60;

/** Failed logins per account and per address. Tries are counted before they are checked, so many at once all count. */
@Injectable()
export class LoginLimits {
  private readonly limiter: RateLimiterMemory;

  constructor(@Inject(CONFIG) settings: Pick<Config, 'RATE_LIMIT_LOGIN_FAILURES'>) {
    this.limiter = new RateLimiterMemory({
      points: settings.RATE_LIMIT_LOGIN_FAILURES,
      duration: WINDOW_SECONDS,
    });
  }

  /** @throws RuleBroken(LOGIN_LOCKED) */
  async take(email: string, address: string): Promise<void> {
    await this.consume(accountKey(email));
    await this.consume(addressKey(address));
  }

  /** The try was right: the account starts afresh, the address gets this one back. */
  async giveBack(email: string, address: string): Promise<void> {
    await this.limiter.delete(accountKey(email));
    await this.limiter.reward(addressKey(address), 1);
  }

  private async consume(key: string): Promise<void> {
    try {
      await this.limiter.consume(key);
    } catch (refused) {
      if (!(refused instanceof RateLimiterRes)) throw refused;
      throw new RuleBroken('LOGIN_LOCKED', { seconds: Math.ceil(refused.msBeforeNext / 1_000) });
    }
  }
}

/** Digests: an email or address of any length and content makes a key of one size. */
const accountKey = (email: string): string => `account:${hash('sha256', normaliseEmail(email), 'base64url')}`;
const addressKey = (address: string): string => `address:${hash('sha256', address, 'base64url')}`;
