import { Inject, Injectable } from '@nestjs/common';
import { CONFIG } from '../../../infra/config/settings.js';
import { monotonicMs } from '../../../infra/host/clock.js';
import { sleep } from '../../../infra/host/timers.js';
import type { CustomerSettings } from '../customer.settings.js';
import { LIMITS, type Limits } from '../../../infra/limits/limits.js';
import { accountNetworkOf, networksOf } from './subnet-of.js';
import { consumeLimit } from '../../rate-limits/consume-limit.js';
import { normaliseEmail } from '../email-claims.js';

const WINDOW_MS = 15 * 60_000;
const DAY_MS = 24 * 3_600_000;
const WINDOWS_PER_DAY = 4;
const PEOPLE_PER_ADDRESS = 20;

const GUESSES_PER_CODE_MAILED = 3;

export interface Visitor {
  readonly address: string;
  readonly deviceId?: string | undefined;
}

/**
 * Limits how often codes are mailed, and how often someone may guess a mailed code. An email without an account
 * has the same limits. Known browsers and people with a session have limits of their own.
 */
@Injectable()
export class CodeLimits {
  constructor(
    @Inject(LIMITS) private readonly limits: Limits,
    @Inject(CONFIG) private readonly settings: Pick<CustomerSettings, 'RATE_LIMIT_CODES'>,
  ) {}

  /**
   * Counts a mail that a person without a session has requested. Call before sending the mail.
   * @throws RuleBroken(RATE_LIMITED), SessionsUnavailable
   */
  async takeMail(what: 'registration' | 'code', email: string, visitor: Visitor): Promise<void> {
    await this.take(what, mailboxOf(email), visitor, 1);
  }

  /** Reverses `takeMail` for a mail that was not sent. */
  async giveBackMail(what: 'registration' | 'code', email: string, visitor: Visitor): Promise<void> {
    await this.giveBack(what, mailboxOf(email), visitor);
  }

  /**
   * Counts a mail that a person with a session has requested. Call before sending the mail.
   * @throws RuleBroken(RATE_LIMITED), SessionsUnavailable
   */
  async takeOwnMail(userId: string): Promise<void> {
    const max = this.settings.RATE_LIMIT_CODES;
    await this.consumeLimit(`own-code:${userId}`, max, WINDOW_MS);
    await this.consumeLimit(`own-code:day:${userId}`, max * WINDOWS_PER_DAY, DAY_MS);
  }

  /**
   * Counts a guess of a recovery code. Call before checking the code. An account has at most twelve codes
   * of six digits. A stranger has at most a hundred guesses a day. The daily chance of success is therefore
   * 1 in 830.
   * @param account user id, or the email when there is no account
   * @throws RuleBroken(RATE_LIMITED), SessionsUnavailable
   */
  async takeGuess(account: string, visitor: Visitor): Promise<void> {
    await this.take('guess', account, visitor, GUESSES_PER_CODE_MAILED);
  }

  /** Reverses `takeGuess` for a right code that was not used. */
  async giveBackGuess(account: string, visitor: Visitor): Promise<void> {
    await this.giveBack('guess', account, visitor);
  }

  async guessedRight(account: string, { address }: Visitor): Promise<void> {
    await this.limits.clear(`guess:account:${accountNetworkOf(address)} ${account}`);
  }

  /**
   * Makes durable writes without any effect. `writes` is their number. Otherwise, a faster answer would
   * reveal that no account was made.
   */
  async countInVain(writes: number): Promise<void> {
    const rule = { max: Number.MAX_SAFE_INTEGER, windowMs: 1_000 };
    for (let made = 0; made < writes; made += 1) await this.limits.take('in vain', rule);
  }

  private async take(what: string, account: string, visitor: Visitor, times: number): Promise<void> {
    for (const [key, max, windowMs] of this.countsOf(what, account, visitor, times))
      await this.consumeLimit(key, max, windowMs);
  }

  private async giveBack(what: string, account: string, visitor: Visitor): Promise<void> {
    await Promise.all(this.countsOf(what, account, visitor, 1).map(([key]) => this.limits.giveBack(key)));
  }

  private countsOf(
    what: string,
    account: string,
    { address, deviceId }: Visitor,
    times: number,
  ): readonly (readonly [key: string, max: number, windowMs: number])[] {
    const max = this.settings.RATE_LIMIT_CODES;
    if (deviceId !== undefined)
      return [
        [`${what}:device:${deviceId}`, max * times, WINDOW_MS],
        [`${what}:device-day:${deviceId}`, max * times * WINDOWS_PER_DAY, DAY_MS],
      ];
    const subject = `${accountNetworkOf(address)} ${account}`;
    return [
      ...networksOf(address).map(
        ({ network, share }) =>
          [`${what}:address:${network}`, max * PEOPLE_PER_ADDRESS * share, WINDOW_MS] as const,
      ),
      [`${what}:account:${subject}`, max * times, WINDOW_MS],
      [`${what}:day:${subject}`, max * times * WINDOWS_PER_DAY, DAY_MS],
      [`${what}:everywhere:${account}`, max * PEOPLE_PER_ADDRESS, DAY_MS],
    ];
  }

  private async consumeLimit(key: string, max: number, windowMs: number): Promise<void> {
    await consumeLimit(this.limits, key, { max, windowMs }, 'RATE_LIMITED');
  }
}

/**
 * Returns the email without the parts that mail servers ignore. Mail to `ada+shop@` arrives at
 * `ada@`. At Gmail, mail to `a.d.a@` arrives at `ada@` too.
 */
export function mailboxOf(email: string): string {
  const [local = '', domain = ''] = normaliseEmail(email).split('@');
  const [name = ''] = local.split('+');
  const plain = GMAIL.has(domain) ? name.replaceAll('.', '') : name;
  return `${plain}@${domain}`;
}

const GMAIL: ReadonlySet<string> = new Set(['gmail.com', 'googlemail.com']);

/**
 * Answers are sent only after a multiple of this many milliseconds. The interval must be longer than the work
 * for one answer on an idle machine.
 */
const ANSWER_EVERY_MS = 300;

/**
 * Delays an answer until its duration is a multiple of `ANSWER_EVERY_MS`, so that the duration does
 * not reveal which emails have an account.
 */
export async function withConstantDuration<Answer>(work: () => Promise<Answer>): Promise<Answer> {
  const began = monotonicMs();
  const [done] = await Promise.allSettled([work()]);
  const spent = monotonicMs() - began;
  await sleep(Math.max(1, Math.ceil(spent / ANSWER_EVERY_MS)) * ANSWER_EVERY_MS - spent);
  if (done.status === 'rejected') throw done.reason;
  return done.value;
}
