import type { EventStore } from '../../infra/event-store/event-store.js';
import { nowMs } from '../../infra/host/clock.js';
import { sleep } from '../../infra/host/timers.js';
import type { ViewParked } from '../../infra/projections/parking.js';
import type { ProjectionWatch } from '../runtime/health/projection-watch.js';
import { type FollowedLog, type LOG_FACTS, logFacts } from '../runtime/health/log-facts.js';
import type { StoreWatch } from '../runtime/health/store-watch.js';
import type { DispatchStatus } from '../runtime/cluster-status.js';
import type { NoteReader } from '../runtime/status-note.js';
import { statfs } from 'node:fs/promises';
import type { SealsHealth } from '../audit/seals/seal-health.js';
import type { MetricValues } from '../telemetry/purchase-metrics.js';
import { RuleBroken } from '../contracts/errors.js';

export const API_HEALTH = Symbol('API_HEALTH');

export interface ApiHealth {
  problems(): readonly string[];
  lastPosition(): Promise<number>;
  oldestOpenPurchaseMs(): Promise<number | undefined>;
  /** Milliseconds by which this process is behind the log. 0 when the process has read all events. */
  logLateMs?(): number;
  /** Values of `LOG_FACTS`. Undefined when the installation has only one process. */
  log?(): Readonly<Record<keyof typeof LOG_FACTS, number>>;
  /** Parked keys of views. A fault stopped the updates of their rows, but not the server. */
  parked(): readonly ViewParked[];
  views(): readonly ViewStanding[];
  /** Names of stores that were found damaged since the process started. */
  damaged?(): readonly string[];
  /** State of sealing the ledger. In a cluster, the projector seals, and its report contains this state. */
  seals?(): SealsHealth | undefined;
  dispatching(): DispatchReading | undefined;
  /** Absent in a cluster, where the worker shows them. */
  purchases?(): readonly MetricValues[] | undefined;
}

export interface DispatchReading {
  readonly openPurchases: number;
  readonly position: number;
  /** Purchases that are waiting for the worker. */
  readonly waiting?: DispatchStatus['waiting'];
  readonly attempts?: DispatchStatus['attempts'];
  readonly queues?: DispatchStatus['queues'];
}

export interface ViewStanding {
  readonly view: string;
  readonly checkpoint: number;
  readonly halted: string | undefined;
}

export interface ApiParts {
  readonly eventStore: Pick<EventStore, 'lastPosition'> & FollowedLog;
  readonly projection: Pick<ProjectionWatch, 'problems' | 'lastPosition' | 'parked' | 'views'>;
  readonly answering: Pick<StoreWatch, 'problems'>;
  readonly dispatching: Pick<NoteReader<DispatchStatus>, 'note'>;
  readonly seals: Pick<NoteReader<SealsHealth>, 'note'>;
  readonly damaged?: readonly string[];
}

/** Maximum milliseconds that a health check waits for `lastPosition`. */
const PATIENCE_MS = 1_000;

/**
 * Health of an api process. A missing worker is not a problem of an api process: purchases are
 * accepted and wait for the worker.
 */
export function apiHealth(parts: ApiParts): ApiHealth {
  const { eventStore, projection, answering, dispatching, seals, damaged = [] } = parts;
  return {
    problems: () => [...answering.problems(), ...projection.problems()],
    parked: () => projection.parked,
    views: () => projection.views,
    dispatching: () => dispatching.note,
    seals: () => seals.note,
    damaged: () => damaged,
    logLateMs: () => eventStore.lateMs(),
    log: () => logFacts(eventStore),
    async lastPosition() {
      const given = new AbortController();
      const late = sleep(PATIENCE_MS, undefined, { signal: given.signal, ref: false }).catch(() => undefined);
      const known = await Promise.race([eventStore.lastPosition().catch(() => undefined), late]);
      given.abort();
      return known ?? projection.lastPosition;
    },
    oldestOpenPurchaseMs() {
      const oldest = dispatching.note?.oldestOpenAt;
      return Promise.resolve(oldest === undefined ? undefined : Math.max(0, nowMs() - Date.parse(oldest)));
    },
  };
}

/** Free and total bytes. Null when the folder is missing. */
export async function diskOf(
  folder: string,
): Promise<{ readonly free: number; readonly total: number } | null> {
  try {
    const { bavail, blocks, bsize } = await statfs(folder);
    return { free: bavail * bsize, total: blocks * bsize };
  } catch {
    return null;
  }
}

/** True when `view` no longer updates the rows of this user. */
export const isKeptApart = (views: readonly ViewParked[], view: string, userId: string): boolean =>
  views.some((each) => each.view === view && each.parked.some(({ key }) => key === userId));

/**
 * Chooses the error for a transaction that was not found. While the view `history` no longer
 * updates the user's rows, the error is `READ_MODEL_UNAVAILABLE`, because the transaction may
 * exist.
 */
export const noTransaction = (views: readonly ViewParked[], userId: string): RuleBroken =>
  new RuleBroken(isKeptApart(views, 'history', userId) ? 'READ_MODEL_UNAVAILABLE' : 'TRANSACTION_NOT_FOUND');
