import { nowMs } from '../../infra/host/clock.js';
import type { Lease } from '../../infra/lease/lease.js';
import type { Health } from '../runtime/health/health.js';
import type { StoreWatch } from '../runtime/health/store-watch.js';
import type { WalletStreams } from '../wallet/wallet.streams.js';
import type { RunningWorker } from './start-worker.js';

export interface WorkerParts {
  readonly eventStore: { lateMs(): number };
  readonly answering: Pick<StoreWatch, 'problems'>;
  readonly worker: Pick<RunningWorker, 'health'>;
  readonly fundings: Pick<Lease, 'held'>;
  readonly moneyDesk: Pick<Lease, 'held'>;
  readonly notices: Pick<Lease, 'held'>;
  readonly wallets: Pick<WalletStreams, 'unreadableCount'>;
}

export function workerHealth({
  eventStore,
  answering,
  worker,
  fundings,
  moneyDesk,
  notices,
  wallets,
}: WorkerParts): Health {
  return {
    problems: () => answering.problems(),
    facts() {
      const { follows, position, openPurchases, oldestOpenAt, underWay, inFlight, faults } = worker.health();
      return {
        follows_purchases: follows,
        follows_fundings: fundings.held(),
        follows_money_desk: moneyDesk.held(),
        writes_mails: notices.held(),
        // Known only to the worker that follows the log.
        position: follows ? position : null,
        open_purchases: follows ? openPurchases : null,
        oldest_open_purchase_seconds:
          follows && oldestOpenAt !== undefined ? (nowMs() - Date.parse(oldestOpenAt)) / 1_000 : null,
        reactions_under_way: underWay,
        calls_under_way: inFlight,
        faults,
        unreadable_wallets: wallets.unreadableCount,
        log_late_seconds: eventStore.lateMs() / 1_000,
      };
    },
  };
}
