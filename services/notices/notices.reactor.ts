import type { Reactor } from '../../infra/checkpoints/run-reactor.js';
import type { Json, RecordedEvent } from '../../infra/event-store/event-store.js';
import { MailRefused, type Mail, type Mailer } from '../../infra/mail/mailer.js';
import { concernsSomebody, laneOf } from './compose-notice.js';

export interface NoticesReactorDeps {
  readonly mailer: Pick<Mailer, 'send'>;
  readonly compose: (event: RecordedEvent) => Promise<readonly Mail[]>;
  readonly now: () => number;
  /**
   * Called when a mail was not sent and will not be tried again. `why` must not contain the name of
   * the person.
   */
  readonly onGivenUp: (why: string, event: RecordedEvent) => void;
  readonly purchaseMailsMax?: number;
}

/** Age in milliseconds after which no mail about a purchase is sent. */
const PURCHASE_NEWS_MS = 24 * 3_600_000;
const ACCOUNT_NEWS_MS = 72 * 3_600_000;
const REMEMBERED_MAX = 1_024;

/**
 * Sends mails about events. Each mail is tried again until it is sent or until `uselessAfter`. Unsent mails are
 * not stored, but made again from the log after a restart. Mails about accounts, such as login codes, never
 * wait for mails about purchases.
 */
export function noticesReactor(deps: NoticesReactorDeps): Reactor {
  /**
   * Log position of each event whose mails were all sent. Id of each sent mail whose event still has unsent
   * mails.
   */
  const sent = new Set<number | string>();
  const lane = limited(deps.purchaseMailsMax ?? 8);

  const remember = (position: number | string): void => {
    sent.add(position);
    for (const oldest of sent) {
      if (sent.size <= REMEMBERED_MAX) break;
      sent.delete(oldest);
    }
  };

  async function mail(event: RecordedEvent): Promise<void> {
    if (sent.has(event.position)) return;
    if (deps.now() > uselessAfter(event)) return deps.onGivenUp('nobody wants it any more', event);
    const mails = await deps.compose(event);
    if (mails.length === 0) return;
    for (const composed of mails) {
      if (sent.has(composed.id)) continue;
      try {
        await deps.mailer.send(composed);
      } catch (error) {
        if (!(error instanceof MailRefused)) throw error;
        deps.onGivenUp(error.message, event);
      }
      if (mails.length > 1) remember(composed.id);
    }
    for (const { id } of mails) sent.delete(id);
    remember(event.position);
  }

  return {
    name: 'notices',
    restore(state) {
      for (const entry of Array.isArray(state) ? state : [])
        if (typeof entry === 'number' || typeof entry === 'string') sent.add(entry);
    },
    state: (): Json => [...sent],
    wants: concernsSomebody,
    react(event) {
      const which = laneOf(event);
      if (which === undefined) return undefined;
      if (deps.now() > uselessAfter(event)) {
        if (deps.now() - Date.parse(event.at) < PURCHASE_NEWS_MS && !sent.has(event.position))
          deps.onGivenUp('nobody wants it any more', event);
        return undefined;
      }
      return which === 'account' ? mail(event) : lane(() => mail(event));
    },
  };
}

const EXPIRING: ReadonlySet<string> = new Set(['CodeIssued', 'AdministratorInvited', 'InvitationSentAgain']);

function uselessAfter({ type, at, data }: RecordedEvent): number {
  if (EXPIRING.has(type)) return Date.parse(String(data['expiresAt']));
  return Date.parse(at) + (type.startsWith('Purchase') ? PURCHASE_NEWS_MS : ACCOUNT_NEWS_MS);
}

function limited(max: number): (work: () => Promise<void>) => Promise<void> {
  const line: (() => void)[] = [];
  let under = 0;
  return async (work) => {
    if (under >= max) await new Promise<void>((resolve) => line.push(resolve));
    else under += 1;
    try {
      await work();
    } finally {
      const next = line.shift();
      if (next) next();
      else under -= 1;
    }
  };
}
