import type { SettledCounts } from '../purchases/settle/settled-purchases.js';
import type { Logger } from 'pino';
import type { Checkpoints } from '../../infra/checkpoints/checkpoints.js';
import type { KeyVault } from '../../infra/crypto/key-vault.js';
import type { EventStore } from '../../infra/event-store/event-store.js';
import type { Lease } from '../../infra/lease/lease.js';
import type { JobQueue } from '../../infra/queue/job-queue.js';
import type { Catalog } from '../catalog/catalog.js';
import type { Service } from '../contracts/services.js';
import type { PurchaseWork } from '../purchases/purchase-work.js';
import type { Settle } from '../purchases/settle/settle-wallet.reactor.js';
import type { DispatchProgress } from '../runtime/cluster-status.js';
import type { Config } from '../runtime/config.js';
import type { VendorAdapter } from '../vendors/vendor-adapter.js';
import type { PauseVendorsOptions } from './pause-vendors.js';

export type WorkerConfig = Pick<
  Config,
  | 'VENDOR_REQUERY_SCHEDULE'
  | 'VENDOR_NOT_FOUND_AFTER'
  | 'VENDOR_NOT_FOUND_SPACING'
  | 'VENDOR_REVIEW_AFTER'
  | 'VENDOR_FAILOVER_WITHIN'
  | 'VENDOR_POST_TIMEOUT'
  | 'VENDOR_SEND_WITHIN'
  | 'VENDOR_CONCURRENCY'
  | 'VENDOR_CALLS_PER_SECOND'
  | 'SHUTDOWN_TIMEOUT'
>;

export type PausingConfig = Pick<
  Config,
  | 'VENDOR_PAUSE_SUCCESS'
  | 'VENDOR_PAUSE_ATTEMPTS'
  | 'VENDOR_PAUSE_WINDOW'
  | 'VENDOR_PAUSE_UNANSWERED'
  | 'VENDOR_PAUSE_SILENT'
  | 'VENDOR_PAUSE_FLOAT'
  | 'VENDOR_PROBE_AFTER'
>;

export interface WorkerDeps {
  readonly config: WorkerConfig;
  readonly eventStore: EventStore;
  readonly follow?: EventStore['follow'];
  readonly vault: Pick<KeyVault, 'loadKeys' | 'open' | 'seal'>;
  readonly jobs: JobQueue;
  readonly vendors: ReadonlyMap<number, VendorAdapter>;
  readonly catalog: Pick<Catalog, 'nextVendor'> &
    Partial<Pick<Catalog, 'probes' | 'state'>> & {
      vendors(): readonly {
        readonly code: number;
        readonly services: readonly Service[];
        readonly adapter?: string;
      }[];
    };
  readonly checkpoints: Checkpoints;
  readonly settle: Settle;
  readonly logger: Pick<Logger, 'warn' | 'error'>;
  readonly counts?: SettledCounts;
  readonly onCall?: PurchaseWork['onCall'];
  /** Lease that allows only one worker to follow the log. */
  readonly lease?: Lease;
  readonly pausing?: Pick<PauseVendorsOptions, 'catalog' | 'stream' | 'floats' | 'rules' | 'everyMs'>;
  readonly now?: () => Date;
  /** Milliseconds between two searches for unfinished purchases (sweeps). */
  readonly sweepEveryMs?: number;
}

export interface WorkerHealth extends DispatchProgress {
  readonly underWay: number;
  readonly inFlight: number;
  readonly faults: number;
}
