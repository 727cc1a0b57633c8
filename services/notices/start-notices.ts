import type { Logger } from 'pino';
import { pause, startTimer } from '../../infra/host/timers.js';
import type { Checkpoints } from '../../infra/checkpoints/checkpoints.js';
import { toldLogWentBack } from '../../infra/checkpoints/log-went-back.js';
import { DecidedPurchases } from './purchase-facts.js';
import { runReactor } from '../../infra/checkpoints/run-reactor.js';
import type { KeyVault, Secrets } from '../../infra/crypto/key-vault.js';
import type { EventStore, Json } from '../../infra/event-store/event-store.js';
import { monotonicMs, nowMs } from '../../infra/host/clock.js';
import type { Mail, Mailer } from '../../infra/mail/mailer.js';
import { Brands } from '../brand/brands.js';
import { Logos } from '../brand/logo/logos.js';
import { codeKey } from '../customers/mailed-codes/code-digits.js';
import { composeNotice } from './compose-notice.js';
import { KnownPeople } from './known-people.js';
import { approvalLimit } from '../money-desk/alone/allowance.js';
import type { AloneSettings } from '../money-desk/money-desk.settings.js';
import { RecentNews } from './recent-news.js';
import { ownerNews } from './owner-news.js';
import { Owners } from './owners.js';
import { signed } from './mail-templates.js';
import { noticesReactor } from './notices.reactor.js';
import { statementMails } from './statement-mails.js';

export interface NoticesDeps {
  readonly eventStore: EventStore;
  readonly follow?: EventStore['follow'];
  readonly vault: KeyVault;
  readonly secrets: Pick<Secrets, 'pinPepper'>;
  readonly checkpoints: Checkpoints;
  readonly publicUrl?: string | undefined;
  readonly mailer: Mailer;
  readonly config: AloneSettings;
  readonly logger: Pick<Logger, 'warn' | 'error'>;
  readonly now?: () => number;
  readonly statementsEveryMs?: number;
}

export interface RunningNotices {
  stop(): Promise<void>;
  /** Log position up to which all mails were sent. */
  position(): number;
}

/**
 * Milliseconds between two saves of the checkpoint. The time is short, because mails since the last save are
 * sent again after a crash.
 */
const SAVE_EVERY_MS = 500;
/** Maximum number of mails that are being sent at the same time. */
const UNDER_WAY_MAX = 10_000;
/**
 * Minimum milliseconds between two log entries about faults. Without this limit, the log file would
 * fill up while the mail server is down.
 */
const LOG_FAULTS_EVERY_MS = 10_000;
const STATEMENTS_EVERY_MS = 60_000;
const STOP_PATIENCE_MS = 3_000;

/** Run in only one process, because two would send each mail twice. */
export function startNotices(deps: NoticesDeps): RunningNotices {
  const { eventStore, vault, mailer, logger, now = nowMs } = deps;
  const stopping = new AbortController();
  const people = new KnownPeople(eventStore, vault);
  const key = codeKey(deps.secrets.pinPepper);
  let loggedAt = -Infinity;
  const owners = new Owners(eventStore, people);
  const decided = new DecidedPurchases();
  const brands = new Brands(eventStore);
  const logos = new Logos(eventStore);
  const withBrand = async (mails: readonly Mail[]): Promise<readonly Mail[]> => {
    if (mails.length === 0) return mails;
    const [brand, logo] = await Promise.all([brands.current(), logos.current()]);
    return mails.map((mail) => signed(mail, brand, logo, deps.publicUrl));
  };
  const { each: limit } = approvalLimit(deps.config);
  const composing = {
    eventStore,
    vault,
    people,
    owners,
    decided,
    recent: new RecentNews(),
    limit,
    codeKey: key,
    publicUrl: deps.publicUrl,
  };
  const reactor = noticesReactor({
    mailer,
    compose: async (event) => {
      const own = await composeNotice(event, composing);
      return withBrand([...(own ? [own] : []), ...(await ownerNews(event, composing))]);
    },
    now,
    onGivenUp: (why, { position, type }) => logger.warn({ position, type, why }, 'a mail was given up'),
  });
  const running = runReactor({
    eventStore,
    follow: deps.follow,
    checkpoints: deps.checkpoints,
    reactor: {
      ...reactor,
      // An array is a state of an older version, which stored only the state of `reactor`.
      restore: (state) => {
        const kept = state as { sent?: Json; owners?: Json; decided?: Json } | null;
        reactor.restore(Array.isArray(state) ? state : (kept?.sent ?? []));
        owners.restore(Array.isArray(state) ? undefined : kept?.owners);
        decided.restore(kept?.decided);
      },
      state: () => ({ sent: reactor.state(), owners: owners.state(), decided: decided.state() }),
      react: (event) => {
        people.onRecorded(event);
        decided.onRecorded(event);
        return reactor.react(event);
      },
    },
    signal: stopping.signal,
    whenLogWentBack: 'end',
    underWayMax: UNDER_WAY_MAX,
    saveEveryMs: SAVE_EVERY_MS,
    onFault: (error, event) => {
      if (toldLogWentBack(logger, error)) return;
      if (monotonicMs() - loggedAt < LOG_FAULTS_EVERY_MS) return;
      loggedAt = monotonicMs();
      const why = error instanceof Error ? error.message : String(error);
      logger.warn(
        { why, position: event?.position, type: event?.type },
        'a mail was not sent; it is repeated',
      );
    },
  });
  const statements = statementMails({
    eventStore,
    vault,
    people,
    mailer: { send: async (mail) => mailer.send((await withBrand([mail]))[0]!) },
    now,
    monotonicMs,
    checkpoints: deps.checkpoints,
    publicUrl: deps.publicUrl,
    onFault: (why) => logger.warn({ why }, 'a mail was not sent'),
  });
  const choices = runReactor({
    eventStore,
    follow: deps.follow,
    checkpoints: deps.checkpoints,
    reactor: statements.reactor,
    signal: stopping.signal,
    onFault: (error) => {
      if (toldLogWentBack(logger, error)) return;
      logger.warn(
        { why: error instanceof Error ? error.message : String(error) },
        'choices of mails are read again',
      );
    },
  });
  const mailing = keepMailingStatements();

  async function keepMailingStatements(): Promise<void> {
    while (!stopping.signal.aborted) {
      await pause(deps.statementsEveryMs ?? STATEMENTS_EVERY_MS, stopping.signal, { ref: false });
      await statements.mailDue(stopping.signal);
    }
  }

  return {
    position: running.position,
    async stop() {
      stopping.abort();
      const impatient = startTimer(() => void mailer.close(), STOP_PATIENCE_MS);
      await Promise.all([running.done, choices.done, mailing]);
      impatient.cancel();
      await mailer.close();
    },
  };
}
