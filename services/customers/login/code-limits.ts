import { Inject, Injectable } from '@nestjs/common';
import { CONFIG } from '../../../infra/config/settings.js';
import { monotonicMs } from '../../../infra/host/clock.js';
import { sleep } from '../../../infra/host/timers.js';
import type { CustomerSettings } from '../customer.settings.js';
import { LIMITS, type Limits } from '../../../infra/limits/limits.js';
import { networkPrefixOf, subnetOf } from './subnet-of.js';
import { consumeLimit } from './login-limits.js';
import { normaliseEmail } from '../email-claims.js';

const WINDOW_MS = 15 * 60_000;
const DAY_MS = 24 * 3_600_000;
/** A stranger can ask for codes of somebody's account, and each is a fact that stays: there is an end to it a day. */
const WINDOWS_PER_DAY = 4;
/** People behind one address: an office, a school, an operator's gateway. */
const PEOPLE_PER_ADDRESS = 20;

/** Wrong codes per account and network in 15 minutes: three codes of five tries each, whatever door they are shown at. */
const GUESSES_PER_CODE_MAILED = 3;

/** Who asks for something that anybody may ask for. */
export interface Visitor {
  readonly address: string;
  /** Of a browser that signed in to the account before. */
  readonly deviceId?: string | undefined;
}

/**
 * What makes us send mail, and guesses at what was mailed, are limited whether or not the account exists. Strangers are
 * counted per address, per account and network, and, twenty times as many a day, per account. A browser that signed in to
 * the account before, and whoever is signed in, are counted apart: strangers cannot use up what is theirs.
 */
@Injectable()
export class CodeLimits {
  constructor(
    @Inject(LIMITS) private readonly limits: Limits,
    @Inject(CONFIG) private readonly settings: Pick<CustomerSettings, 'RATE_LIMIT_CODES'>,
  ) {}

  /** Before a mail that anybody can ask for. @throws RuleBroken(RATE_LIMITED), SessionsUnavailable */
  async takeMail(what: 'registration' | 'code', email: string, visitor: Visitor): Promise<void> {
    await this.take(what, mailboxOf(email), visitor, 1);
  }

  /** Before a mail to somebody who is signed in. @throws RuleBroken(RATE_LIMITED), SessionsUnavailable */
  async takeOwnMail(userId: string): Promise<void> {
    const max = this.settings.RATE_LIMIT_CODES;
    await this.consumeLimit(`own-code:${userId}`, max, WINDOW_MS);
    await this.consumeLimit(`own-code:day:${userId}`, max * WINDOWS_PER_DAY, DAY_MS);
  }

  /**
   * Before the code of a recovery is looked at; one budget for every door it can be shown at, with a session or without. In
   * all a hundred guesses a day at the most for one account, at no more than twelve codes of six digits at a time: a chance of
   * 1 in 830.
   * @param account stands for the account, or for the email that has none @throws RuleBroken(RATE_LIMITED), SessionsUnavailable
   */
  async takeGuess(account: string, visitor: Visitor): Promise<void> {
    await this.take('guess', account, visitor, GUESSES_PER_CODE_MAILED);
  }

  /** The code was right: whoever showed it starts afresh. */
  async guessedRight(account: string, { address }: Visitor): Promise<void> {
    await this.limits.clear(`guess:account:${subnetOf(address)} ${account}`);
  }

  /** Waits for as many writes as work takes that this caller need not be told was not done. They limit nobody. */
  async countInVain(writes: number): Promise<void> {
    const rule = { max: Number.MAX_SAFE_INTEGER, windowMs: 1_000 };
    for (let made = 0; made < writes; made += 1) await this.limits.take('in vain', rule);
  }

  private async take(what: string, account: string, visitor: Visitor, times: number): Promise<void> {
    const { address, deviceId } = visitor;
    const max = this.settings.RATE_LIMIT_CODES;
    if (deviceId !== undefined) {
      await this.consumeLimit(`${what}:device:${deviceId}`, max * times, WINDOW_MS);
      await this.consumeLimit(`${what}:device-day:${deviceId}`, max * times * WINDOWS_PER_DAY, DAY_MS);
      return;
    }
    const subject = `${subnetOf(address)} ${account}`;
    await this.consumeLimit(
      `${what}:address:${networkPrefixOf(address)}`,
      max * PEOPLE_PER_ADDRESS,
      WINDOW_MS,
    );
    await this.consumeLimit(`${what}:account:${subject}`, max * times, WINDOW_MS);
    await this.consumeLimit(`${what}:day:${subject}`, max * times * WINDOWS_PER_DAY, DAY_MS);
    await this.consumeLimit(`${what}:everywhere:${account}`, max * PEOPLE_PER_ADDRESS, DAY_MS);
  }

  private async consumeLimit(key: string, max: number, windowMs: number): Promise<void> {
    await consumeLimit(this.limits, key, { max, windowMs }, 'RATE_LIMITED');
  }
}

/** Whose mail it is: `ada+shop@` arrives where `ada@` does, and at Gmail so does `a.d.a@`. */
export function mailboxOf(email: string): string {
  const [local = '', domain = ''] = normaliseEmail(email).split('@');
  const [name = ''] = local.split('+');
  const plain = GMAIL.has(domain) ? name.replaceAll('.', '') : name;
  return `${plain}@${domain}`;
}

const GMAIL: ReadonlySet<string> = new Set(['gmail.com', 'googlemail.com']);

/** Longer than the work takes for any email, with an account or without, where nothing else holds it up. */
const ANSWER_EVERY_MS = 300;

/**
 * Answers, or refuses, only at whole multiples of a fixed time: how long it took tells nobody which emails have an account,
 * also on a machine that is so busy that the first of those moments has passed.
 */
export async function withConstantDuration<Answer>(work: () => Promise<Answer>): Promise<Answer> {
  const began = monotonicMs();
  const [done] = await Promise.allSettled([work()]);
  const spent = monotonicMs() - began;
  await sleep(Math.max(1, Math.ceil(spent / ANSWER_EVERY_MS)) * ANSWER_EVERY_MS - spent);
  if (done.status === 'rejected') throw done.reason;
  return done.value;
}
