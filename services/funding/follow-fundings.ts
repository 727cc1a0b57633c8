import type { Logger } from 'pino';
import type { Checkpoints } from '../../infra/checkpoints/checkpoints.js';
import { toldLogWentBack } from '../../infra/checkpoints/log-went-back.js';
import { runReactor, type Reactor } from '../../infra/checkpoints/run-reactor.js';
import { nowMs } from '../../infra/host/clock.js';
import { startRepeating, startTimer, pause } from '../../infra/host/timers.js';
import type { FundingSettings } from './funding.settings.js';
import type { EventStore, Json, RecordedEvent } from '../../infra/event-store/event-store.js';
import type { Inbox } from '../../infra/inbox/inbox.js';
import type { Kobo } from '../contracts/money.js';
import { createProviders, type ProviderSettings } from '../vendors/payment-providers.js';
import type { PaymentProvider } from '../vendors/payment-provider.js';
import type { WalletStreams } from '../wallet/wallet.streams.js';
import { FailingSweeps } from './sweep/failing-sweeps.js';
import { reportFunding, reportOf } from './funding.stream.js';
import { PendingFundings } from './pending-fundings.js';
import { sweepWindow, sweepWindows } from './sweep/sweep-payments.js';
import { UnreadRows } from './sweep/unread-rows.js';
import { VerifyFunding } from './verify-funding.js';

export interface FollowFundingsDeps {
  readonly eventStore: EventStore;
  readonly wallets: WalletStreams;
  readonly inbox: Inbox;
  readonly checkpoints: Checkpoints;
  readonly config: ProviderSettings & Pick<FundingSettings, 'FUNDING_SWEEP_EVERY'>;
  readonly charge: () => Kobo;
  readonly logger: Logger;
  /** Default: those of `FUNDING_PROVIDERS`. */
  readonly providers?: readonly PaymentProvider[];
  readonly signal: AbortSignal;
  /**
   * Milliseconds after which the provider is asked again about a reported payment without an
   * outcome. Default: `SETTLE_MS`.
   */
  readonly settleMs?: number;
  readonly now?: () => number;
}

export interface FollowingFundings {
  /**
   * Searches the lists of all providers for payments whose webhook got lost. Returns the number of
   * payments in these lists.
   */
  sweep(): Promise<number>;
  isCaughtUp(): Promise<boolean>;
  readonly done: Promise<void>;
}

const SETTLE_MS = 2_000;
const OLD_AFTER_MS = 30_000;
/**
 * Milliseconds between the first and the second call to the provider about a payment. Later pauses
 * grow up to `LAST_REPEAT_MS`.
 */
const FIRST_REPEAT_MS = 500;
const LAST_REPEAT_MS = 30_000;
const INBOX_KEPT_MS = 90 * 24 * 3_600_000;
/** Milliseconds after a stop until running calls to the provider are aborted. */
const STOP_PATIENCE_MS = 1_500;

export const followFundings = (deps: FollowFundingsDeps): Promise<void> => startFollowingFundings(deps).done;

/**
 * Asks the payment provider about each `FundingReported` event, and credits the payment. Run in only one
 * process, because two would ask twice.
 */
export function startFollowingFundings(deps: FollowFundingsDeps): FollowingFundings {
  const followed = (deps.providers ?? createProviders(deps.config)).map((provider) =>
    followOne(provider, deps),
  );
  return {
    done: Promise.all(followed.map(({ done }) => done)).then(() => undefined),
    async sweep() {
      const found = await Promise.all(followed.map(({ sweep }) => sweep()));
      return found.reduce((sum, each) => sum + each, 0);
    },
    isCaughtUp: async () => (await Promise.all(followed.map((each) => each.isCaughtUp()))).every(Boolean),
  };
}

/**
 * Each provider has its own reactor, and its own periodic search for lost payments, so that an outage of one
 * provider does not delay the others.
 */
function followOne(provider: PaymentProvider, deps: FollowFundingsDeps): FollowingFundings {
  const { eventStore, wallets, inbox, config, charge, logger, checkpoints, signal } = deps;
  const { code } = provider;
  const verify = new VerifyFunding({ eventStore, wallets, provider, charge });
  const pending = new PendingFundings({ settle: (reference) => verify.settle(reference), logger });
  const followed = new FollowedFundings(provider, pending, deps.now ?? nowMs);
  const reactor = runReactor({
    eventStore,
    signal,
    reactor: followed,
    checkpoints: withFormerName(checkpoints, provider.code),
    onFault: (error) => {
      if (toldLogWentBack(logger, error)) return;
      logger.error({ err: error, provider: code }, 'following payments failed and is repeated');
    },
  });

  const sweep = async (): Promise<number> => {
    let found = 0;
    const unread = new UnreadRows(eventStore, provider.code);
    for (const { from, to } of sweepWindows(followed.sweptUntil, nowMs())) {
      found += await sweepWindow(
        provider,
        { from, to },
        (payment) => reportFunding(eventStore, reportOf(payment, provider, 'sweep')),
        (row) => unread.put(row),
      );
      followed.sweptUntil = to;
      if (signal.aborted) break;
    }
    const { stored, left, first } = unread;
    if (first)
      logger.error(
        { stored, left, first, provider: code },
        "the provider's list of payments has unreadable rows",
      );
    return found;
  };
  const failing = new FailingSweeps(checkpoints, code);
  const keepSweeping = async (): Promise<void> => {
    await Promise.race([followed.restored, aborted(signal)]);
    for (let repeatMs = FIRST_REPEAT_MS; !signal.aborted;) {
      let pauseMs = config.FUNDING_SWEEP_EVERY;
      try {
        await sweep();
        if (signal.aborted) return;
        await failing.ended();
        await inbox.prune(nowMs() - INBOX_KEPT_MS);
        repeatMs = FIRST_REPEAT_MS;
      } catch (error) {
        if (signal.aborted) return;
        logger.warn({ err: error, provider: code }, 'the search for lost webhooks failed; it is repeated');
        await failing.failed().catch(() => undefined);
        pauseMs = Math.min(pauseMs, repeatMs);
        repeatMs = Math.min(repeatMs * 2, LAST_REPEAT_MS);
      }
      await pause(pauseMs, signal, { ref: false });
    }
  };

  const follow = async (): Promise<void> => {
    const settleMs = deps.settleMs ?? SETTLE_MS;
    const settling = startRepeating(() => followed.askAboutOld(settleMs), settleMs);
    const sweeping = keepSweeping();
    await aborted(signal);
    settling.cancel();
    const impatient = startTimer(() => void provider.close(), STOP_PATIENCE_MS);
    // Stop `pending` after the reactor, because the reactor's last `state` must still contain the pending
    // payments.
    await reactor.done;
    await Promise.all([sweeping, pending.stop()]);
    impatient.cancel();
    await provider.close();
  };

  return {
    done: follow(),
    sweep: () => followed.restored.then(sweep),
    isCaughtUp: async () =>
      reactor.position() >= (await eventStore.lastPosition()) && !followed.isAnyPending(),
  };
}

class FollowedFundings implements Reactor {
  readonly name: string;
  sweptUntil: number | undefined;
  private readonly old = new Map<string, number>();
  private started: (() => void) | undefined;
  readonly restored = new Promise<void>((resolve) => (this.started = resolve));

  constructor(
    private readonly provider: Pick<PaymentProvider, 'code'>,
    private readonly pending: PendingFundings,
    private readonly now: () => number,
  ) {
    this.name = checkpointName(provider.code);
  }

  restore(state: Json | undefined): void {
    const kept = state as
      { readonly open: readonly string[]; readonly sweptUntil: number | null } | undefined;
    for (const reference of kept?.open ?? []) this.pending.add(reference);
    this.sweptUntil = kept?.sweptUntil ?? undefined;
    this.started?.();
  }

  state(): Json {
    const open = [...new Set([...this.pending.references(), ...this.old.keys()])];
    return { open, sweptUntil: this.sweptUntil ?? null };
  }

  readonly wants = (type: string): boolean => type === 'FundingReported' || ENDINGS.has(type);

  react({ type, data, at }: RecordedEvent): undefined {
    if (data['provider'] !== this.provider.code) return;
    const reference = data['transactionReference'] as string;
    if (type === 'FundingReported') {
      if (this.now() - Date.parse(at) < OLD_AFTER_MS) this.pending.add(reference);
      else this.old.set(reference, this.now());
    } else if (ENDINGS.has(type)) this.old.delete(reference);
  }

  isAnyPending(): boolean {
    return this.old.size > 0 || this.pending.references().length > 0;
  }

  askAboutOld(settleMs: number): void {
    for (const [reference, since] of this.old)
      if (Math.abs(this.now() - since) >= settleMs) {
        this.old.delete(reference);
        this.pending.add(reference);
      }
  }
}

const ENDINGS: ReadonlySet<string> = new Set(['WalletFunded', 'FundingUnmatched', 'FundingRejected']);

const checkpointName = (provider: string): string => `fundings-${provider}-1`;

/**
 * Loads a checkpoint under its present or older name. Without a checkpoint, the whole log would be read again.
 */
const withFormerName = (checkpoints: Checkpoints, provider: string): Checkpoints => ({
  ...checkpoints,
  async load(name) {
    return (await checkpoints.load(name)) ?? (await checkpoints.load(`funding-${provider}`));
  },
});

const aborted = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });
