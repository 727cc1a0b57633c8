import { nowMs } from '../../infra/host/clock.js';
import type { Lease } from '../../infra/lease/lease.js';
import type { Health } from '../runtime/health/health.js';
import { type FollowedLog, LOG_FACTS, logFacts } from '../runtime/health/log-facts.js';
import type { StoreWatch } from '../runtime/health/store-watch.js';
import type { WalletStreams } from '../wallet/wallet.streams.js';
import type { PurchaseMetrics } from '../telemetry/purchase-metrics.js';
import type { RunningWorker } from './start-worker.js';

export interface WorkerParts {
  readonly eventStore: FollowedLog;
  readonly answering: Pick<StoreWatch, 'problems'>;
  readonly worker: Pick<RunningWorker, 'health'>;
  readonly fundings: Pick<Lease, 'held'>;
  readonly moneyDesk: Pick<Lease, 'held'>;
  readonly notices: Pick<Lease, 'held'>;
  readonly wallets: Pick<WalletStreams, 'unreadableCount'>;
  readonly counts: Pick<PurchaseMetrics, 'all'>;
}

export const WORKER_FACTS = {
  follows_purchases: '1 in the worker that opens and settles purchases.',
  follows_fundings: '1 in the worker that finishes payments.',
  follows_money_desk: '1 in the worker that carries out what administrators decided.',
  writes_mails: '1 in the worker that writes mails.',
  position: 'Last event that this worker reacted to; NaN in the others.',
  open_purchases: 'Purchases that are not settled; NaN in the others.',
  oldest_open_purchase_seconds: 'Age of the oldest open purchase; NaN in the others.',
  reactions_under_way: 'Events that the worker is reacting to.',
  calls_under_way: 'Calls to vendors that have not been answered.',
  faults: 'Reactions that failed and are repeated, since the start.',
  unreadable_wallets: 'Wallets that this version cannot read.',
  ...LOG_FACTS,
} as const;

export function workerHealth({
  eventStore,
  answering,
  worker,
  fundings,
  moneyDesk,
  notices,
  wallets,
  counts,
}: WorkerParts): Health {
  return {
    meanings: WORKER_FACTS,
    metrics: counts.all,
    problems: () => answering.problems(),
    facts(): Record<keyof typeof WORKER_FACTS, number | boolean | null> {
      const { follows, position, openPurchases, oldestOpenAt, underWay, inFlight, faults } = worker.health();
      return {
        follows_purchases: follows,
        follows_fundings: fundings.held(),
        follows_money_desk: moneyDesk.held(),
        writes_mails: notices.held(),
        position: follows ? position : null,
        open_purchases: follows ? openPurchases : null,
        oldest_open_purchase_seconds:
          follows && oldestOpenAt !== undefined
            ? Math.max(0, nowMs() - Date.parse(oldestOpenAt)) / 1_000
            : null,
        reactions_under_way: underWay,
        calls_under_way: inFlight,
        faults,
        unreadable_wallets: wallets.unreadableCount,
        ...logFacts(eventStore),
      };
    },
  };
}
