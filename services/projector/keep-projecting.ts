import { setTimeout as wait } from 'node:timers/promises';
import type { EventStore } from '../../infra/event-store/event-store.js';
import type { OpenSealed } from '../../infra/projections/projected-view.js';
import type { Projection } from '../../infra/projections/projection.js';
import type { RebuildOptions, RebuildReport } from '../../infra/projections/rebuild-view.js';
import {
  type Committed,
  type RunningProjections,
  runProjections,
  type ViewHealth,
} from '../../infra/projections/run-projections.js';
import { databaseExists, isDamage, removeDatabase } from '../../infra/read-store/sqlite/database.js';
import { openSqliteWriter } from '../../infra/read-store/sqlite/sqlite-writer.js';

export interface KeepProjectingOptions {
  readonly eventStore: Pick<EventStore, 'follow' | 'readAll'>;
  /** Folder of the read models. */
  readonly dir: string;
  readonly projections: readonly Projection[];
  readonly open: OpenSealed;
  readonly onCommitted: (committed: Committed) => void;
  /** Told about every fault that made it start again. */
  readonly onFault: (error: unknown) => void;
  readonly signal: AbortSignal;
  readonly retryMs?: number;
}

export interface Projecting {
  /** Resolves after the signal, when the read models are closed. */
  readonly finished: Promise<void>;
  health(): ViewHealth[];
  rebuild(view: string, options?: RebuildOptions): Promise<RebuildReport>;
}

const RETRY_MS = 1_000;

/** Projects for as long as the process lives: read models that are damaged or gone are made anew from the log. */
export function keepProjecting(options: KeepProjectingOptions): Projecting {
  const { dir, projections, signal, onFault, retryMs = RETRY_MS } = options;
  const views = projections.map((projection) => projection.view);
  let running: RunningProjections | undefined;

  const runOnce = async (): Promise<void> => {
    const writer = openSqliteWriter({ dir, views });
    const vanished = new AbortController();
    const watch = setInterval(() => {
      if (!databaseExists(dir)) vanished.abort();
    }, retryMs);
    try {
      running = runProjections({ ...options, writer, signal: AbortSignal.any([signal, vanished.signal]) });
      await running.finished;
    } finally {
      clearInterval(watch);
      running = undefined;
      await writer.close();
    }
  };

  const run = async (): Promise<void> => {
    while (!signal.aborted)
      try {
        await runOnce();
      } catch (error) {
        onFault(error);
        if (isDamage(error)) removeDatabase(dir);
        await wait(retryMs, undefined, { signal }).catch(() => undefined);
      }
  };

  return {
    finished: run(),
    health: () => running?.health() ?? [],
    rebuild: async (view, rebuildOptions) => {
      if (!running) throw new Error('the projector is starting; try again in a moment');
      return running.rebuild(view, rebuildOptions);
    },
  };
}
