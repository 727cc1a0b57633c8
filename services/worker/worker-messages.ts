import type { MetricValues } from '../telemetry/purchase-metrics.js';
import type { MessagePort } from 'node:worker_threads';
import type { Config } from '../runtime/config.js';
import type { PausingConfig, WorkerConfig, WorkerHealth } from './worker-deps.js';
import type { TelemetrySettings } from '../telemetry/telemetry.settings.js';

/** Folders of the worker's stores. The thread opens `events` and `keys` read-only. */
export interface WorkerDirs {
  readonly events: string;
  readonly keys: string;
  readonly snapshots: string;
}

export type WorkerThreadConfig = WorkerConfig &
  PausingConfig &
  TelemetrySettings &
  Pick<
    Config,
    | 'VENDORS_FILE'
    | 'sandboxUrl'
    | 'VTPASS_API_KEY'
    | 'VTPASS_PUBLIC_KEY'
    | 'VTPASS_SECRET_KEY'
    | 'VENDOR_QUERY_TIMEOUT'
    | 'LOG_LEVEL'
    | 'DISK_RESERVE_MB'
  >;

export interface WorkerThreadData {
  readonly dirs: WorkerDirs;
  readonly config: WorkerThreadConfig;
  readonly commitSignal: SharedArrayBuffer | undefined;
  readonly loadSignal: SharedArrayBuffer | undefined;
  readonly ports: {
    readonly appends: MessagePort;
    readonly settlements: MessagePort;
    readonly jobs: MessagePort;
  };
}

export type FromWorker =
  | { readonly tell: 'started' }
  | { readonly tell: 'health'; readonly health: WorkerHealth; readonly counts: readonly MetricValues[] };

export interface ToWorker {
  readonly ask: 'stop';
}
