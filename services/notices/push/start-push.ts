import type { Logger } from 'pino';
import type { Checkpoints } from '../../../infra/checkpoints/checkpoints.js';
import { toldLogWentBack } from '../../../infra/checkpoints/log-went-back.js';
import { runReactor } from '../../../infra/checkpoints/run-reactor.js';
import type { KeyVault } from '../../../infra/crypto/key-vault.js';
import { loadPushSecret } from '../../../infra/crypto/secrets.js';
import type { EventStore } from '../../../infra/event-store/event-store.js';
import { monotonicMs, nowMs } from '../../../infra/host/clock.js';
import { pushServicesOf } from '../../../infra/push/push-endpoint.js';
import { pushKeyOf } from '../../../infra/push/push-settings.js';
import type { PushSender, PushSenderOptions } from '../../../infra/push/push-sender.js';
import { KnownPeople } from '../known-people.js';
import { purchaseFacts } from '../purchase-facts.js';
import { pushReactor } from './push.reactor.js';

export interface PushDeps {
  readonly eventStore: EventStore;
  readonly follow?: EventStore['follow'];
  readonly vault: KeyVault;
  readonly checkpoints: Checkpoints;
  readonly logger: Pick<Logger, 'warn' | 'error'>;
  readonly config: {
    readonly PUSH_SERVICES: string;
    readonly MAIL_FROM: string;
    readonly PUBLIC_URL?: string | undefined;
    readonly secretsDir: string;
  };
  readonly onGone: (userId: string, subscriptionId: string) => void;
}

/**
 * Minimum milliseconds between two log entries about faults. Without this limit, the log file would
 * fill up while a push service is down.
 */
const LOG_FAULTS_EVERY_MS = 10_000;
/**
 * Milliseconds between two saves of the checkpoint. The time is short, because messages since the last save are
 * sent again after a crash.
 */
const SAVE_EVERY_MS = 500;

/** Run in only one process, because two would send each message twice. */
export function startPush(deps: PushDeps): { stop(): Promise<void> } {
  const { eventStore, vault, config, logger, onGone } = deps;
  // Load the key for push messages, but never make one, because two processes could make different keys.
  const secret = loadPushSecret({ dir: config.secretsDir, production: true });
  if (!secret) return { stop: () => Promise.resolve() };
  const stopping = new AbortController();
  const sender = openedWhenUsed({
    key: pushKeyOf(secret),
    contact: contactOf(config),
    services: pushServicesOf(config.PUSH_SERVICES),
  });
  let loggedAt = -Infinity;
  const running = runReactor({
    eventStore,
    follow: deps.follow,
    whenLogWentBack: 'end',
    checkpoints: deps.checkpoints,
    reactor: pushReactor({
      sender,
      people: new KnownPeople(eventStore, vault),
      referenceOf: async (news) => (await purchaseFacts(news, { eventStore, vault }))?.reference,
      now: nowMs,
      onGone,
    }),
    signal: stopping.signal,
    saveEveryMs: SAVE_EVERY_MS,
    onFault: (error, event) => {
      if (toldLogWentBack(logger, error)) return;
      if (monotonicMs() - loggedAt < LOG_FAULTS_EVERY_MS) return;
      loggedAt = monotonicMs();
      const why = error instanceof Error ? error.message : String(error);
      logger.warn({ why, position: event?.position }, 'a device was not told; it is repeated');
    },
  });
  return {
    async stop() {
      stopping.abort();
      await sender.close();
      await running.done;
    },
  };
}

/**
 * Makes a sender that loads the push library only before the first message, because many installations never
 * send messages.
 */
function openedWhenUsed(options: PushSenderOptions): PushSender {
  let opened: Promise<PushSender> | undefined;
  const open = async (): Promise<PushSender> => {
    const { openPushSender } = await import('../../../infra/push/push-sender.js');
    return openPushSender(options);
  };
  return {
    send: async (target, message) => (await (opened ??= open())).send(target, message),
    close: async () => (await opened)?.close(),
  };
}

function contactOf({ PUBLIC_URL, MAIL_FROM }: PushDeps['config']): string {
  if (PUBLIC_URL?.startsWith('https:')) return PUBLIC_URL;
  return `mailto:${/<([^<>]+)>/.exec(MAIL_FROM)?.[1] ?? MAIL_FROM}`;
}
