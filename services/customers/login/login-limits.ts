import { Inject, Injectable } from '@nestjs/common';
import { CONFIG } from '../../../infra/config/settings.js';
import type { CustomerSettings } from '../customer.settings.js';
import { LIMITS, type Limits } from '../../../infra/limits/limits.js';
import { accountNetworksOf, networksOf } from './subnet-of.js';
import { consumeLimit } from '../../rate-limits/consume-limit.js';

const WINDOW_MS = 15 * 60_000;
const DAY_MS = 24 * 3_600_000;

export interface LoginSource {
  /** Email in lower case, or phone. */
  readonly account: string;
  readonly address: string;
  readonly deviceId: string | undefined;
}

type Settings = Pick<CustomerSettings, 'RATE_LIMIT_LOGIN_FAILURES' | 'RATE_LIMIT_LOGIN_FAILURES_PER_ACCOUNT'>;

/**
 * Limits failed logins. Each login is counted as failed before the password is checked, so that
 * parallel tries are all counted.
 */
@Injectable()
export class LoginLimits {
  constructor(
    @Inject(LIMITS) private readonly limits: Limits,
    @Inject(CONFIG) private readonly settings: Settings,
  ) {}

  /** @throws RuleBroken(LOGIN_LOCKED), SessionsUnavailable */
  async take({ account, address, deviceId }: LoginSource): Promise<void> {
    const rule = { max: this.settings.RATE_LIMIT_LOGIN_FAILURES, windowMs: WINDOW_MS };
    if (deviceId !== undefined) {
      await consumeLimit(this.limits, deviceKey(deviceId), rule, 'LOGIN_LOCKED');
      return;
    }
    // Count the address and the network first. A try that these limits refuse must not count against the
    // account.
    for (const { network, share } of networksOf(address))
      await consumeLimit(
        this.limits,
        addressKey(network),
        { ...rule, max: rule.max * share },
        'LOGIN_LOCKED',
      );
    const perDay = { max: this.settings.RATE_LIMIT_LOGIN_FAILURES_PER_ACCOUNT, windowMs: DAY_MS };
    for (const { network, share, ofDay } of accountNetworksOf(address)) {
      const often = { ...rule, max: rule.max * share };
      await consumeLimit(this.limits, networkKey(account, network), often, 'LOGIN_LOCKED');
      const aDay = { ...perDay, max: Math.ceil(perDay.max * ofDay) };
      await consumeLimit(this.limits, networkDayKey(account, network), aDay, 'LOGIN_LOCKED');
    }
    await consumeLimit(this.limits, accountKey(account), perDay, 'LOGIN_LOCKED');
  }

  /**
   * After the right password, clears the failed tries of the known browser, or otherwise of the network for
   * this account. Removes only this try from the other counts.
   */
  async giveBack({ account, address, deviceId }: LoginSource): Promise<void> {
    if (deviceId !== undefined) return this.limits.clear(deviceKey(deviceId));
    const cleared = accountNetworksOf(address).map(({ network }) =>
      this.limits.clear(networkKey(account, network)),
    );
    await Promise.all([...cleared, ...this.givenBack(account, address)]);
  }

  /**
   * Removes a try from the counts when the password was right but the second factor was missing.
   * Earlier failed tries stay counted.
   */
  async takeBack({ account, address, deviceId }: LoginSource): Promise<void> {
    if (deviceId !== undefined) return this.limits.giveBack(deviceKey(deviceId));
    const givenBack = accountNetworksOf(address).map(({ network }) =>
      this.limits.giveBack(networkKey(account, network)),
    );
    await Promise.all([...givenBack, ...this.givenBack(account, address)]);
  }

  async startAfresh(account: string, address: string): Promise<void> {
    await Promise.all([
      ...accountNetworksOf(address).flatMap(({ network }) => [
        this.limits.clear(networkKey(account, network)),
        this.limits.clear(networkDayKey(account, network)),
      ]),
      this.limits.clear(accountKey(account)),
      ...networksOf(address).map(({ network }) => this.limits.giveBack(addressKey(network))),
    ]);
  }

  private givenBack(account: string, address: string): readonly Promise<void>[] {
    const networks = networksOf(address).map(({ network }) => addressKey(network));
    const days = accountNetworksOf(address).map(({ network }) => networkDayKey(account, network));
    return [...networks, ...days, accountKey(account)].map((key) => this.limits.giveBack(key));
  }
}

const accountKey = (account: string): string => `login:account:${account}`;
const networkKey = (account: string, network: string): string =>
  `login:account-network:${network} ${account}`;
/** Each network may use half of an account's tries per day, so that no network can use up all tries. */
const networkDayKey = (account: string, network: string): string =>
  `login:account-network-day:${network} ${account}`;
const addressKey = (network: string): string => `login:address:${network}`;
const deviceKey = (deviceId: string): string => `login:device:${deviceId}`;
