import type { Logger } from 'pino';
import type { Checkpoints } from '../../infra/checkpoints/checkpoints.js';
import { runReactor } from '../../infra/checkpoints/run-reactor.js';
import type { KeyVault, Secrets } from '../../infra/crypto/key-vault.js';
import type { EventStore } from '../../infra/event-store/event-store.js';
import { monotonicMs, nowMs } from '../../infra/host/clock.js';
import { startTimer } from '../../infra/host/timers.js';
import type { Mailer } from '../../infra/mail/mailer.js';
import { codeKey } from '../customers/mailed-codes/codes.js';
import { composeNotice } from './compose-notice.js';
import { KnownPeople } from './known-people.js';
import { noticesReactor } from './notices.reactor.js';

export interface NoticesDeps {
  readonly eventStore: EventStore;
  /** How the log is followed, when not as the store does. */
  readonly follow?: EventStore['follow'];
  readonly vault: KeyVault;
  readonly secrets: Pick<Secrets, 'pinPepper'>;
  readonly checkpoints: Checkpoints;
  /** Where people find the product; absent where nobody said. */
  readonly publicUrl?: string | undefined;
  /** Closed at the stop. */
  readonly mailer: Mailer;
  readonly logger: Pick<Logger, 'warn'>;
}

export interface RunningNotices {
  /** Finishes the mails on their way, remembers where it is, and closes the mailer. */
  stop(): Promise<void>;
  /** Everything up to here has been mailed. */
  position(): number;
}

/** A crash between a mail and the next save sends it again: so save often. */
const SAVE_EVERY_MS = 500;
/** Each holds a place until its mail is sent; purchases wait in their own line, so that codes find places. */
const UNDER_WAY_MAX = 10_000;
/** A mail server that is away fails every mail: one line tells it. */
const LOG_FAULTS_EVERY_MS = 10_000;
/** A mail server may take its time; a stop may not. */
const STOP_PATIENCE_MS = 3_000;

/** Mails what happens, from the log. Run it in one process: two would send everything twice. */
export function startNotices(deps: NoticesDeps): RunningNotices {
  const { eventStore, vault, mailer, logger } = deps;
  const stopping = new AbortController();
  const people = new KnownPeople(eventStore, vault);
  const key = codeKey(deps.secrets.pinPepper);
  let loggedAt = -Infinity;
  const reactor = noticesReactor({
    mailer,
    compose: (event) =>
      composeNotice(event, { eventStore, vault, people, codeKey: key, publicUrl: deps.publicUrl }),
    now: nowMs,
    onGivenUp: (why, { position, type }) => logger.warn({ position, type, why }, 'a mail was given up'),
  });
  const running = runReactor({
    eventStore: { follow: deps.follow ?? ((options) => eventStore.follow(options)) },
    checkpoints: deps.checkpoints,
    reactor: {
      ...reactor,
      react: (event) => {
        people.onRecorded(event);
        return reactor.react(event);
      },
    },
    signal: stopping.signal,
    underWayMax: UNDER_WAY_MAX,
    saveEveryMs: SAVE_EVERY_MS,
    onFault: (error, event) => {
      if (monotonicMs() - loggedAt < LOG_FAULTS_EVERY_MS) return;
      loggedAt = monotonicMs();
      const why = error instanceof Error ? error.message : String(error);
      logger.warn(
        { why, position: event?.position, type: event?.type },
        'a mail was not sent; it is repeated',
      );
    },
  });
  return {
    position: running.position,
    async stop() {
      stopping.abort();
      // Mails that are cut off here count as not sent.
      const impatient = startTimer(() => void mailer.close(), STOP_PATIENCE_MS);
      await running.done;
      impatient.cancel();
      await mailer.close();
    },
  };
}
