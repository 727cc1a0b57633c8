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

/** Where read models are kept: each adapter says how it opens them, and how it heals. */
export interface ReadModels {
  /** Resolves once this process is the one that writes: where several may, the others wait here until the signal. */
  openWriter(signal: AbortSignal): ReadStoreWriter | Promise<ReadStoreWriter>;
  /** Whether they were removed under the open writer: they are then opened again, and filled from the log. */
  vanished?(): boolean;
  /** Removes what the fault says is damaged, so that it is made anew. */
  repair?(fault: unknown): void;
}

export interface KeepProjectingOptions {
  readonly eventStore: Pick<EventStore, 'follow' | 'readAll' | 'lastPosition'>;
  readonly readModels: ReadModels;
  readonly projections: readonly Projection[];
  readonly open: OpenSealed;
  /** Where keys come over the network. */
  readonly loadKeys?: LoadKeys;
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
  unpark(view: string): Promise<UnparkReport>;
}

const RETRY_MS = 1_000;

/** Projects for as long as the process lives: read models that are damaged or gone are made anew from the log. */
export function keepProjecting(options: KeepProjectingOptions): Projecting {
  const { readModels, signal, onFault, retryMs = RETRY_MS } = options;
  let running: RunningProjections | undefined;

  const runOnce = async (): Promise<void> => {
    const writer = await readModels.openWriter(signal);
    const vanished = new AbortController();
    const watch = startRepeating(() => {
      if (readModels.vanished?.()) vanished.abort();
    }, retryMs);
    const ends = [signal, vanished.signal, ...(writer.lost ? [writer.lost] : [])];
    try {
      running = runProjections({ ...options, writer, signal: AbortSignal.any(ends) });
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
