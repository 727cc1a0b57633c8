import { Inject, Injectable } from '@nestjs/common';
import { CONFIG } from '../../../infra/config/settings.js';
import type { CustomerSettings } from '../customer.settings.js';
import { LIMITS, type Limits } from '../../../infra/limits/limits.js';
import { networkPrefixOf, subnetOf } from './subnet-of.js';
import { normaliseEmail } from '../email-claims.js';
import type { LimitRule } from '../../../infra/limits/limits.js';
import { RuleBroken } from '../../contracts/errors.js';

const WINDOW_MS = 15 * 60_000;
const DAY_MS = 24 * 3_600_000;

/** Where a login comes from. */
export interface LoginSource {
  readonly email: string;
  readonly address: string;
  /** Of a browser that signed in to this account before. */
  readonly deviceId: string | undefined;
}

type Settings = Pick<CustomerSettings, 'RATE_LIMIT_LOGIN_FAILURES' | 'RATE_LIMIT_LOGIN_FAILURES_PER_ACCOUNT'>;

/**
 * Failed logins. Tries are counted before they are checked, so many at once all count.
 *
 * A stranger is counted per address, per account and network, and per account over all networks. The first two, 10 in 15
 * minutes, are all that one network can use up: it locks out itself. The last bounds guessing from very many networks: 200
 * a day are 73,000 guesses a year against one password, and it takes 20 networks at once to reach it. A browser that signed
 * in before is counted by itself, 10 in 15 minutes, and no stranger can use that up.
 */
@Injectable()
export class LoginLimits {
  constructor(
    @Inject(LIMITS) private readonly limits: Limits,
    @Inject(CONFIG) private readonly settings: Settings,
  ) {}

  /** @throws RuleBroken(LOGIN_LOCKED), SessionsUnavailable */
  async take({ email, address, deviceId }: LoginSource): Promise<void> {
    const rule = { max: this.settings.RATE_LIMIT_LOGIN_FAILURES, windowMs: WINDOW_MS };
    if (deviceId !== undefined) {
      await consumeLimit(this.limits, deviceKey(deviceId), rule, 'LOGIN_LOCKED');
      return;
    }
    // In this order: an address or network that has used up its own uses up nothing of the account any more.
    await consumeLimit(this.limits, addressKey(address), rule, 'LOGIN_LOCKED');
    await consumeLimit(this.limits, networkKey(email, address), rule, 'LOGIN_LOCKED');
    const perDay = { max: this.settings.RATE_LIMIT_LOGIN_FAILURES_PER_ACCOUNT, windowMs: DAY_MS };
    await consumeLimit(this.limits, accountKey(email), perDay, 'LOGIN_LOCKED');
  }

  /** The try was right: the network starts afresh with this account, and everything wider gets this one back. */
  async giveBack({ email, address, deviceId }: LoginSource): Promise<void> {
    if (deviceId !== undefined) return this.limits.clear(deviceKey(deviceId));
    await Promise.all([
      this.limits.clear(networkKey(email, address)),
      this.limits.giveBack(addressKey(address)),
      this.limits.giveBack(accountKey(email)),
    ]);
  }

  /** The try was half right: it counts no more, and neither forgets nor forgives what was counted before. */
  async takeBack({ email, address, deviceId }: LoginSource): Promise<void> {
    if (deviceId !== undefined) return this.limits.giveBack(deviceKey(deviceId));
    await Promise.all(
      [networkKey(email, address), addressKey(address), accountKey(email)].map((key) =>
        this.limits.giveBack(key),
      ),
    );
  }

  /** There is another password: what was guessed at the old one counts no more. */
  async startAfresh(email: string, address: string): Promise<void> {
    await Promise.all([
      this.limits.clear(networkKey(email, address)),
      this.limits.clear(accountKey(email)),
      this.limits.giveBack(addressKey(address)),
    ]);
  }
}

const accountKey = (email: string): string => `login:account:${normaliseEmail(email)}`;
const networkKey = (email: string, address: string): string =>
  `login:account-network:${subnetOf(address)} ${normaliseEmail(email)}`;
const addressKey = (address: string): string => `login:address:${networkPrefixOf(address)}`;
const deviceKey = (deviceId: string): string => `login:device:${deviceId}`;

/**
 * Counts one against the key and answers how many are left; refuses when there were enough, and says for how long.
 * @throws RuleBroken(code) with `seconds`, SessionsUnavailable
 */
export async function consumeLimit(
  limits: Pick<Limits, 'take'>,
  key: string,
  rule: LimitRule,
  code: 'LOGIN_LOCKED' | 'RATE_LIMITED',
): Promise<number> {
  const taken = await limits.take(key, rule);
  if (taken.allowed) return taken.left;
  throw new RuleBroken(code, { seconds: Math.ceil(taken.retryAfterMs / 1_000) });
}
