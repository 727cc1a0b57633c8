import { type Checkpoints, STATEMENT_MAIL } from '../../infra/checkpoints/checkpoints.js';
import type { Reactor } from '../../infra/checkpoints/run-reactor.js';
import type { KeyVault } from '../../infra/crypto/key-vault.js';
import type { EventStore } from '../../infra/event-store/event-store.js';
import { MailRefused, type Mail, type Mailer } from '../../infra/mail/mailer.js';
import { SteadyClock } from '../../infra/host/steady-clock.js';
import { RuleBroken } from '../contracts/errors.js';
import { lagosDays, lagosMonthOf, monthDays, monthLater } from '../contracts/fields/lagos-day.js';
import { isEmailAddress } from '../contracts/fields/people.js';
import { CLOCK_SKEW_MS } from '../contracts/stored-times.js';
import { noticesOf, type User } from '../customers/user.state.js';
import { userEvent } from '../customers/user.events.js';
import { statementOf } from '../documents/statement.js';
import type { KnownPeople } from './known-people.js';
import { type MonthFacts, statementMail } from './mail-templates.js';

export interface StatementMailsDeps {
  readonly eventStore: Pick<EventStore, 'head' | 'readStream'>;
  readonly checkpoints: Checkpoints;
  readonly vault: Pick<KeyVault, 'open'>;
  readonly people: Pick<KnownPeople, 'byId'>;
  readonly mailer: Pick<Mailer, 'send'>;
  readonly publicUrl?: string | undefined;
  readonly now: () => number;
  readonly monotonicMs: () => number;
  /** `why` must not contain the name of the recipient. */
  readonly onFault: (why: string) => void;
}

const STEP_BELIEVED_MS = 24 * 3_600_000;

export interface StatementMails {
  readonly reactor: Reactor;
  mailDue(signal: AbortSignal): Promise<void>;
}

/**
 * Mails the totals of each month to customers who turned on this mail before the end of the month.
 * A checkpoint per customer prevents a second mail.
 */
export function statementMails(deps: StatementMailsDeps): StatementMails {
  const owed = new Map<string, string>();
  const noteOf = (userId: string): string => STATEMENT_MAIL + userId;
  const clock = new SteadyClock(STEP_BELIEVED_MS);
  const readClock = (): number => clock.read(deps.now(), deps.monotonicMs());
  readClock();

  /** Mails the month again, unless it ends within seconds. */
  async function clockWasAhead(userId: string, month: string): Promise<void> {
    owed.set(userId, month);
    if (lagosMonthOf(readClock() + CLOCK_SKEW_MS) > month || !(await isMailed(userId, month))) return;
    await deps.checkpoints.save(noteOf(userId), { position: 0, state: monthLater(month, -1) });
  }

  async function isMailed(userId: string, month: string): Promise<boolean> {
    const state = (await deps.checkpoints.load(noteOf(userId)))?.state;
    return state === month;
  }

  async function mailTo(userId: string, month: string): Promise<void> {
    const user = await deps.people.byId(userId);
    if (!user || !noticesOf(user).statement) return void owed.delete(userId);
    if (!(await isMailed(userId, month))) {
      const mail = await letterTo(user, month);
      if (mail) await send(mail);
      await deps.checkpoints.save(noteOf(userId), { position: 0, state: month });
    }
    if (owed.has(userId)) owed.set(userId, monthLater(month, 1));
  }

  async function send(mail: Mail): Promise<void> {
    try {
      await deps.mailer.send(mail);
    } catch (error) {
      if (!(error instanceof MailRefused)) throw error;
      deps.onFault(`a monthly statement was given up: ${error.message}`);
    }
  }

  async function letterTo(user: User, month: string): Promise<Mail | undefined> {
    const { userId, email, emailVerified, firstName } = user;
    if (!emailVerified || !isEmailAddress(email)) return undefined;
    const { from, to } = monthDays(month);
    const base = deps.publicUrl?.replace(/\/$/, '');
    const address = base && `${base}/customhistory?from=${from}&to=${to}`;
    const text = statementMail(firstName, month, await factsOf(userId, from, to), address);
    return { id: `statement-${userId}-${month}`, to: email, ...text };
  }

  async function factsOf(userId: string, from: string, to: string): Promise<MonthFacts | undefined> {
    const range = lagosDays(from, to) as { from: string; to: string };
    const { eventStore, vault } = deps;
    try {
      const { opening, closing, lines } = await statementOf({ eventStore, vault, userId, ...range });
      const sum = (amounts: readonly bigint[]): bigint => amounts.reduce((all, one) => all + one, 0n);
      const amounts = lines.map(({ amount }) => amount);
      return {
        opening,
        closing,
        movements: lines.length,
        moneyIn: sum(amounts.filter((amount) => amount > 0n)),
        moneyOut: -sum(amounts.filter((amount) => amount < 0n)),
      };
    } catch (error) {
      if (error instanceof RuleBroken && error.code === 'STATEMENT_TOO_LONG') return undefined;
      throw error;
    }
  }

  return {
    reactor: {
      name: 'statement-mails',
      restore(state) {
        for (const [userId, month] of Object.entries((state ?? {}) as Record<string, unknown>))
          owed.set(userId, String(month));
      },
      state: () => Object.fromEntries(owed),
      wants: (type) => type === 'NoticeSettingsChanged' || type === 'PersonForgotten',
      react(recorded) {
        const event = userEvent(recorded);
        if (event?.type === 'NoticeSettingsChanged' && event.data.notices.statement === true) {
          const { userId } = event.data;
          if (!owed.has(userId)) owed.set(userId, lagosMonthOf(Date.parse(event.at)));
        } else owed.delete(String(recorded.data['userId']));
        return undefined;
      },
    },
    async mailDue(signal) {
      const running = lagosMonthOf(readClock());
      const last = monthLater(running, -1);
      for (const [userId, month] of [...owed]) {
        if (signal.aborted) return;
        if (month > running) await clockWasAhead(userId, running);
        if (month > last) continue;
        await mailTo(userId, last).catch((error: unknown) =>
          deps.onFault(
            `a monthly statement waits: ${error instanceof Error ? error.message : String(error)}`,
          ),
        );
      }
    },
  };
}
