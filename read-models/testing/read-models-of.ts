import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MemoryEventStore } from '../../infra/event-store/testing/memory-event-store.js';
import type { OpenSealed } from '../../infra/projections/projected-view.js';
import {
  type Committed,
  type RunningProjections,
  runProjections,
} from '../../infra/projections/run-projections.js';
import { openSqliteWriter } from '../../infra/read-store/sqlite/sqlite-writer.js';
import type { ReadStoreWriter } from '../../infra/read-store/view.js';
import { projections, views } from '../views.js';
import type { GivenEvent } from './given-events.js';

export interface ReadModels {
  readonly readStore: ReadStoreWriter;
  readonly running: RunningProjections;
  readonly committed: readonly Committed[];
  /** Appends events, and waits until every view has applied them. */
  hear(told: readonly GivenEvent[]): Promise<void>;
  close(): Promise<void>;
}

export interface ReadModelsOptions {
  readonly batchMax?: number;
  readonly open?: OpenSealed;
  /** Store for the views; SQLite files of their own by default. */
  readonly openWriter?: () => Promise<ReadStoreWriter>;
}

/** Runs all projections over a story in a folder of their own. A seal holds the `recipient` in the clear. */
export async function readModelsOf(
  told: readonly GivenEvent[],
  { openWriter, ...options }: ReadModelsOptions = {},
): Promise<ReadModels> {
  const dir = mkdtempSync(join(tmpdir(), 'read-models-'));
  const eventStore = new MemoryEventStore();
  const readStore = openWriter ? await openWriter() : openSqliteWriter({ dir, views });
  const stop = new AbortController();
  const committed: Committed[] = [];
  let wake = (): void => undefined;
  const running = runProjections({
    eventStore,
    writer: readStore,
    projections,
    open: (_, sealed) => (sealed === '' ? undefined : { recipient: sealed }),
    onCommitted: (news) => {
      committed.push(news);
      wake();
    },
    signal: stop.signal,
    coalesceMs: 0,
    ...options,
  });

  const hear = async (more: readonly GivenEvent[]): Promise<void> => {
    for (const { stream, event } of more)
      await eventStore.append(stream, await eventStore.head(stream), [event]);
    const last = await eventStore.lastPosition();
    while ((committed.at(-1)?.position ?? -1) < last) {
      const halted = running.health().find((view) => view.halted);
      if (halted) throw new Error(`${halted.view} halted: ${halted.halted?.reason}`);
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
    }
  };

  const close = async (): Promise<void> => {
    stop.abort();
    await running.finished;
    await readStore.close();
    await eventStore.close();
    rmSync(dir, { recursive: true });
  };
  await hear(told);
  return { readStore, running, committed, hear, close };
}
