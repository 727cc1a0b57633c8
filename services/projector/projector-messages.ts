import type { MessagePort } from 'node:worker_threads';
import type { RebuildReport } from '../../infra/projections/rebuild-view.js';
import type { UnparkReport } from '../../infra/projections/unpark-view.js';
import type { ViewHealth } from '../../infra/projections/run-projections.js';
import type { SealsHealth } from '../audit/seals/seal-health.js';

export interface ProjectorDirs {
  /** Folder of the ledger, which the thread only reads. */
  readonly events: string;
  /** Folder of the key vault, which the thread only reads. */
  readonly keys: string;
  readonly readModels: string;
}

export interface SealingData {
  /** Folder with the key that signs the ledger's seals. */
  readonly secretsDir: string;
  readonly everyMs: number;
  readonly publish:
    { readonly to: string; readonly snapshots: string; readonly DISK_RESERVE_MB: number } | undefined;
  readonly appends: MessagePort;
}

export interface ProjectorThreadData {
  readonly dirs: ProjectorDirs;
  readonly commitSignal: SharedArrayBuffer | undefined;
  readonly loadSignal: SharedArrayBuffer | undefined;
  readonly sealing: SealingData | undefined;
}

export type ToProjector =
  | { readonly ask: 'rebuild'; readonly id: number; readonly view: string; readonly force: boolean }
  | { readonly ask: 'unpark'; readonly id: number; readonly view: string }
  | { readonly ask: 'stop' };

export type FromProjector =
  /**
   * In the flat array `changes`, each user id is followed by the name of a changed list. Sending thousands of
   * small objects per second would be slower.
   */
  | { readonly tell: 'committed'; readonly position: number; readonly changes: readonly string[] }
  | { readonly tell: 'health'; readonly views: readonly ViewHealth[]; readonly seals: SealsHealth }
  | { readonly tell: 'fault'; readonly message: string; readonly logWentBack?: boolean }
  | { readonly tell: 'progress'; readonly id: number; readonly position: number; readonly total: number }
  | { readonly tell: 'rebuilt'; readonly id: number; readonly report: RebuildReport }
  | { readonly tell: 'unparked'; readonly id: number; readonly report: UnparkReport }
  | { readonly tell: 'refused'; readonly id: number; readonly reason: string };
