import type { MessagePort } from 'node:worker_threads';
import type { RebuildReport } from '../../infra/projections/rebuild-view.js';
import type { UnparkReport } from '../../infra/projections/unpark-view.js';
import type { ViewHealth } from '../../infra/projections/run-projections.js';
import type { SealsHealth } from '../audit/seals/seal-health.js';

/** Folders the projector works on. */
export interface ProjectorDirs {
  /** The ledger; only read. */
  readonly events: string;
  /** The key vault; only read. */
  readonly keys: string;
  readonly readModels: string;
}

/** What a projector that also seals the ledger needs. */
export interface SealingData {
  /** Folder of the key that signs. */
  readonly secretsDir: string;
  readonly everyMs: number;
  /** Where seals are published to, and the folder in which it is kept how far that is. */
  readonly publish: { readonly to: string; readonly snapshots: string } | undefined;
  /** To the thread that appends. */
  readonly appends: MessagePort;
}

export interface ProjectorThreadData {
  readonly dirs: ProjectorDirs;
  readonly commitSignal: SharedArrayBuffer | undefined;
  readonly loadSignal: SharedArrayBuffer | undefined;
  /** Absent where it only projects. */
  readonly sealing: SealingData | undefined;
}

export type ToProjector =
  | { readonly ask: 'rebuild'; readonly id: number; readonly view: string; readonly force: boolean }
  | { readonly ask: 'unpark'; readonly id: number; readonly view: string }
  | { readonly ask: 'stop' };

export type FromProjector =
  /** Changes as user, list, user, list, …: thousands of small objects a second would cost the other side more. */
  | { readonly tell: 'committed'; readonly position: number; readonly changes: readonly string[] }
  | { readonly tell: 'health'; readonly views: readonly ViewHealth[]; readonly seals: SealsHealth }
  | { readonly tell: 'fault'; readonly message: string }
  | { readonly tell: 'progress'; readonly id: number; readonly position: number; readonly total: number }
  | { readonly tell: 'rebuilt'; readonly id: number; readonly report: RebuildReport }
  | { readonly tell: 'unparked'; readonly id: number; readonly report: UnparkReport }
  | { readonly tell: 'refused'; readonly id: number; readonly reason: string };
