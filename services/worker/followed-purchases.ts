import { SettledPurchases } from '../purchases/settle/settled-purchases.js';
import { toldLogWentBack } from '../../infra/checkpoints/log-went-back.js';
import { runReactor, type Reactor, type RunningReactor } from '../../infra/checkpoints/run-reactor.js';
import type { EventStore, RecordedEvent } from '../../infra/event-store/event-store.js';
import { monotonicMs, nowMs } from '../../infra/host/clock.js';
import { sleep } from '../../infra/host/timers.js';
import { raiseTierOf } from '../customers/affiliate/raise-tier.js';
import { PendingPurchases } from '../purchases/settle/pending-purchases.js';
import { RecentAttempts } from '../purchases/vendor-health/recent-attempts.js';
import { ServiceAttempts } from '../purchases/vendor-health/service-attempts.js';
import type { PurchaseWork } from '../purchases/purchase-work.js';
import { purchaseReactor } from '../purchases/purchase.reactor.js';
import { tellFailure } from '../purchases/purchase-work.js';
import { sweepEvery, sweepPurchases } from '../purchases/settle/sweep-purchases.js';
import { PauseVendors } from './pause-vendors.js';
import type { WorkerDeps, WorkerHealth } from './worker-deps.js';

/** Minimum milliseconds between two logged errors. When the disk is full, every event causes an error. */
const LOG_FAULTS_EVERY_MS = 1_000;

export class FollowedPurchases {
  private pending = new PendingPurchases();
  private readonly attempts = new RecentAttempts();
  private reactor: RunningReactor | undefined;
  private follows = false;
  private faults = 0;
  private loggedAt = -Infinity;

  constructor(
    private readonly deps: Pick<
      WorkerDeps,
      'eventStore' | 'follow' | 'checkpoints' | 'settle' | 'counts' | 'logger' | 'sweepEveryMs' | 'pausing'
    >,
    private readonly work: PurchaseWork,
  ) {}

  async run(signal: AbortSignal): Promise<void> {
    const { checkpoints, eventStore, settle, counts } = this.deps;
    const pending = (this.pending = new PendingPurchases());
    const ofServices = new ServiceAttempts(nowMs());
    const settled = counts && new SettledPurchases(counts, this.work);
    const reactor = runReactor({
      checkpoints,
      signal,
      eventStore,
      follow: this.deps.follow,
      reactor: withUpgrades(
        purchaseReactor({ work: this.work, pending, settle, settled, attempts: [this.attempts, ofServices] }),
        eventStore,
      ),
      onFault: (error, event) => this.fault(error, event),
    });
    this.reactor = reactor;
    this.follows = true;
    await Promise.all([reactor.done, this.sweepUntil(signal, pending), this.pauseUntil(signal, ofServices)]);
    this.follows = false;
  }

  health(): Omit<WorkerHealth, 'inFlight'> {
    const { pending, reactor, follows, faults } = this;
    const waiting = pending.waiting(nowMs());
    return {
      follows,
      openPurchases: pending.size,
      oldestOpenAt: isoOf(pending.oldest()),
      waiting,
      attempts: this.attempts.all(waiting),
      queues: pending.vendorQueues(),
      position: reactor?.position() ?? 0,
      underWay: reactor?.underWay() ?? 0,
      faults,
    };
  }

  private fault(error: unknown, event: RecordedEvent | undefined): void {
    this.faults += 1;
    if (toldLogWentBack(this.deps.logger, error)) return;
    if (monotonicMs() - this.loggedAt < LOG_FAULTS_EVERY_MS) return;
    this.loggedAt = monotonicMs();
    const facts = { position: event?.position, type: event?.type, faults: this.faults };
    tellFailure(this.deps.logger, error, facts, 'a reaction failed and is repeated');
  }

  private async pauseUntil(signal: AbortSignal, attempts: ServiceAttempts): Promise<void> {
    const { pausing, logger } = this.deps;
    if (!pausing) return;
    const { now } = this.work;
    await new PauseVendors({
      ...pausing,
      attempts,
      now: () => now().getTime(),
      onRefused: ({ vendor, reason }) =>
        logger.warn({ vendor, reason }, 'a vendor refuses what is ours; the page API switch says what to do'),
      onFault: (error) =>
        logger.warn({ err: error }, 'vendors could not be paused or resumed; the next look will'),
    }).run(signal);
  }

  private async sweepUntil(signal: AbortSignal, pending: PendingPurchases): Promise<void> {
    const every = this.deps.sweepEveryMs ?? sweepEvery(this.work.policy.reviewAfterMs);
    for (let first = true; !signal.aborted; first = false) {
      await sweepPurchases(this.work, pending, this.deps.settle, first);
      await sleep(every, undefined, { signal, ref: false }).catch(() => undefined);
    }
  }
}

/**
 * Also raises the tier of the customer after `UpgradeCharged`, because the process that stored this event may
 * have crashed before raising it.
 */
const withUpgrades = (reactor: Reactor, eventStore: EventStore): Reactor => ({
  ...reactor,
  wants: (type, stream) => type === 'UpgradeCharged' || (reactor.wants?.(type, stream) ?? true),
  react: (event) => raiseTierOf(eventStore, event) ?? reactor.react(event),
});

const isoOf = (at: number | undefined): string | undefined =>
  at === undefined ? undefined : new Date(at).toISOString();
