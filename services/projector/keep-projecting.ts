import type { EventStore } from '../../infra/event-store/event-store.js';
import { sleep, startRepeating } from '../../infra/host/timers.js';
import type { LoadKeys, OpenSealed } from '../../infra/projections/projected-view.js';
import type { Projection } from '../../infra/projections/projection.js';
import type { RebuildOptions, RebuildReport } from '../../infra/projections/rebuild-view.js';
import {
  type Committed,
  type RunningProjections,
  runProjections,
  type ViewHealth,
} from '../../infra/projections/run-projections.js';
import type { UnparkReport } from '../../infra/projections/unpark-view.js';
import type { ReadStoreWriter } from '../../infra/read-store/view.js';

export interface ReadModels {
  openWriter(signal: AbortSignal): ReadStoreWriter | Promise<ReadStoreWriter>;
  vanished?(): boolean;
  /** Moves damaged read models to another folder, so that `openWriter` creates new ones. */
  repair?(fault: unknown): void;
  whole?(): void;
}

export interface KeepProjectingOptions {
  readonly eventStore: Pick<EventStore, 'follow' | 'readAll' | 'readHashes' | 'lastPosition'>;
  readonly readModels: ReadModels;
  readonly projections: readonly Projection[];
  readonly open: OpenSealed;
  readonly loadKeys?: LoadKeys;
  readonly onCommitted: (committed: Committed) => void;
  readonly onFault: (error: unknown) => void;
  readonly onLogWentBack?: () => Promise<void>;
  readonly signal: AbortSignal;
  readonly retryMs?: number;
}

export interface Projecting {
  readonly finished: Promise<void>;
  health(): ViewHealth[];
  rebuild(view: string, options?: RebuildOptions): Promise<RebuildReport>;
  unpark(view: string): Promise<UnparkReport>;
}

const RETRY_MS = 1_000;

/**
 * Applies events to the read models. Read models that are missing or damaged are built again from
 * the log.
 */
export function keepProjecting(options: KeepProjectingOptions): Projecting {
  const { readModels, signal, onFault, retryMs = RETRY_MS } = options;
  let running: RunningProjections | undefined;

  const runOnce = async (): Promise<void> => {
    const writer = await readModels.openWriter(signal);
    const end = await options.eventStore.lastPosition().catch(() => Infinity);
    let isWhole = false;
    const onCommitted = (committed: Committed): void => {
      if (!isWhole && committed.position >= end) {
        readModels.whole?.();
        isWhole = true;
      }
      options.onCommitted(committed);
    };
    const vanished = new AbortController();
    const watch = startRepeating(() => {
      if (readModels.vanished?.()) vanished.abort();
    }, retryMs);
    const ends = [signal, vanished.signal, ...(writer.lost ? [writer.lost] : [])];
    try {
      running = runProjections({ ...options, onCommitted, writer, signal: AbortSignal.any(ends) });
      await running.finished;
    } finally {
      watch.cancel();
      running = undefined;
      await writer.close();
    }
  };

  const run = async (): Promise<void> => {
    while (!signal.aborted)
      try {
        await runOnce();
      } catch (error) {
        if (signal.aborted) return;
        onFault(error);
        readModels.repair?.(error);
        await sleep(retryMs, undefined, { signal }).catch(() => undefined);
      }
  };

  return {
    finished: run(),
    health: () => running?.health() ?? [],
    rebuild: async (view, rebuildOptions) => {
      if (!running) throw new Error('the projector is starting; try again in a moment');
      return running.rebuild(view, rebuildOptions);
    },
    unpark: async (view) => {
      if (!running) throw new Error('the projector is starting; try again in a moment');
      return running.unpark(view);
    },
  };
}
