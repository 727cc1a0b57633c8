import type { EventStore } from '../../infra/event-store/event-store.js';
import { nowMs } from '../../infra/host/clock.js';
import { sleep } from '../../infra/host/timers.js';
import type { ViewParked } from '../../infra/projections/parking.js';
import type { ProjectionWatch } from '../runtime/health/projection-watch.js';
import type { StoreWatch } from '../runtime/health/store-watch.js';
import type { DispatchStatus } from '../runtime/cluster-status.js';
import type { NoteReader } from '../runtime/status-note.js';
import { statfs } from 'node:fs/promises';
import type { SealsHealth } from '../audit/seals/seal-health.js';
import { RuleBroken } from '../contracts/errors.js';

/** An `ApiHealth`, from the process that serves HTTP. */
export const API_HEALTH = Symbol('API_HEALTH');

export interface ApiHealth {
  /** Empty when requests can be taken; otherwise what is missing, one line each. */
  problems(): readonly string[];
  /** Position of the last durable event. */
  lastPosition(): Promise<number>;
  /** Age of the oldest purchase that is not settled, milliseconds; undefined when none is open. */
  oldestOpenPurchaseMs(): Promise<number | undefined>;
  /** How far behind the log this process is, milliseconds; undefined where nothing can come between. */
  logLateMs?(): number;
  /** What each view keeps apart: no reason not to take requests, but somebody's lists stand still. */
  parked(): readonly ViewParked[];
  /** How far each view is; empty while that is not known. */
  views(): readonly ViewStanding[];
  /** How sealing goes; undefined while that is not known. In a cluster the projector tells it. */
  seals?(): SealsHealth | undefined;
  /** Where dispatching is; undefined while that is not known. */
  dispatching(): DispatchReading | undefined;
}

export interface DispatchReading {
  readonly openPurchases: number;
  readonly position: number;
  /** What waits for which vendor, and since when, milliseconds since 1970; absent when the worker does not tell. */
  readonly waiting?: DispatchStatus['waiting'];
  /** How the last attempts of each vendor ended; absent likewise. */
  readonly attempts?: DispatchStatus['attempts'];
}

export interface ViewStanding {
  readonly view: string;
  /** Everything in the log up to here is in it. */
  readonly checkpoint: number;
  /** Why it stands still; undefined while it moves. */
  readonly halted: string | undefined;
}

export interface ApiParts {
  readonly eventStore: Pick<EventStore, 'lastPosition'> & { lateMs(): number };
  readonly projection: Pick<ProjectionWatch, 'problems' | 'lastPosition' | 'parked' | 'views'>;
  readonly answering: Pick<StoreWatch, 'problems'>;
  readonly dispatching: Pick<NoteReader<DispatchStatus>, 'note'>;
  readonly seals: Pick<NoteReader<SealsHealth>, 'note'>;
}

/** A list that waits for what was just written waits no longer than this for the log to say where it ends. */
const PATIENCE_MS = 1_000;

/**
 * What stands in the way of an api process of a cluster. That no worker follows the log does not: purchases are accepted
 * and wait.
 */
export function apiHealth({ eventStore, projection, answering, dispatching, seals }: ApiParts): ApiHealth {
  return {
    problems: () => [...answering.problems(), ...projection.problems()],
    parked: () => projection.parked,
    views: () => projection.views,
    dispatching: () => dispatching.note,
    seals: () => seals.note,
    logLateMs: () => eventStore.lateMs(),
    async lastPosition() {
      const given = new AbortController();
      const late = sleep(PATIENCE_MS, undefined, { signal: given.signal, ref: false }).catch(() => undefined);
      const known = await Promise.race([eventStore.lastPosition().catch(() => undefined), late]);
      given.abort();
      return known ?? projection.lastPosition;
    },
    oldestOpenPurchaseMs() {
      const oldest = dispatching.note?.oldestOpenAt;
      return Promise.resolve(oldest === undefined ? undefined : nowMs() - Date.parse(oldest));
    },
  };
}

/** Bytes of the disk that a folder is on. Null where there is no such folder: an api process of a cluster may keep nothing on its disk. */
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

/** Whether a view keeps the rows of this person apart, so that what they did lately is not among them. */
export const isKeptApart = (views: readonly ViewParked[], view: string, userId: string): boolean =>
  views.some((each) => each.view === view && each.parked.some(({ key }) => key === userId));

/**
 * What to answer about a transaction that history has no row of. Of somebody whose rows are kept apart nobody can say that there is
 * none: it may be one of those that are not shown yet.
 */
export const noTransaction = (views: readonly ViewParked[], userId: string): RuleBroken =>
  new RuleBroken(isKeptApart(views, 'history', userId) ? 'READ_MODEL_UNAVAILABLE' : 'TRANSACTION_NOT_FOUND');
