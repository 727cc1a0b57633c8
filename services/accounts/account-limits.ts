import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, type Config } from '../../infra/config/config.js';
import { LIMITS, type Limits } from '../../infra/limits/limits.js';
import { networkOf } from './network-of.js';
import { takeWithin } from './take-within.js';
import { normaliseEmail } from './users.js';

const WINDOW_MS = 15 * 60_000;
const DAY_MS = 24 * 3_600_000;
/** A stranger can ask for codes of somebody's account, and each is a fact that stays: there is an end to it a day. */
const WINDOWS_PER_DAY = 4;
/** People behind one address: an office, a school, an operator's gateway. */
const PEOPLE_PER_ADDRESS = 20;

/** What makes us send mail is limited per account and per address, whether or not the account exists. */
@Injectable()
export class AccountLimits {
  constructor(
    @Inject(LIMITS) private readonly limits: Limits,
    @Inject(CONFIG) private readonly settings: Pick<Config, 'RATE_LIMIT_CODES'>,
  ) {}

  /** Before a mail that anybody can ask for. @throws RuleBroken(RATE_LIMITED), SessionsUnavailable */
  async takeMail(what: 'registration' | 'code', email: string, address: string): Promise<void> {
    const max = this.settings.RATE_LIMIT_CODES;
    const perAddress = { max: max * PEOPLE_PER_ADDRESS, windowMs: WINDOW_MS };
    await takeWithin(this.limits, `${what}:address:${networkOf(address)}`, perAddress, 'RATE_LIMITED');
    const account = normaliseEmail(email);
    const perAccount = { max, windowMs: WINDOW_MS };
    await takeWithin(this.limits, `${what}:account:${account}`, perAccount, 'RATE_LIMITED');
    const perDay = { max: max * WINDOWS_PER_DAY, windowMs: DAY_MS };
    await takeWithin(this.limits, `${what}:day:${account}`, perDay, 'RATE_LIMITED');
  }

  /** Before a secret of an anonymous caller is looked at. @throws RuleBroken(RATE_LIMITED), SessionsUnavailable */
  async takeTry(address: string): Promise<void> {
    const rule = { max: this.settings.RATE_LIMIT_CODES * PEOPLE_PER_ADDRESS, windowMs: WINDOW_MS };
    await takeWithin(this.limits, `code-tries:address:${networkOf(address)}`, rule, 'RATE_LIMITED');
  }
}
