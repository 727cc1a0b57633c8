import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { type EventData, NO_STREAM, type RecordedEvent } from '../../event-store/event-store.js';
import { MemoryEventStore } from '../../event-store/testing/memory-event-store.js';
import { openSqliteWriter } from '../../read-store/sqlite/sqlite-writer.js';
import type { ReadStoreWriter, View } from '../../read-store/view.js';
import type { Projection } from '../projection.js';
import {
  type Committed,
  type RunningProjections,
  runProjections,
  type RunProjectionsOptions,
} from '../run-projections.js';
import { until } from '../../testing/until.js';

const noteView: View = {
  name: 'notes',
  version: 1,
  row: z.object({ id: z.string(), text: z.string().nullable() }),
  key: 'id',
  indexes: [],
  searchable: [],
};
const countView: View = {
  ...noteView,
  name: 'counts',
  row: z.object({ id: z.string(), times: z.bigint() }),
};

/** Makes one row per event, with content from `text`. */
export const notes = (text: (event: RecordedEvent, opened: unknown) => string | null): Projection => ({
  view: noteView,
  opens: ['Noted'],
  project: ({ event, opened }) => [{ op: 'put', row: { id: event.id, text: text(event, opened) } }],
  changes: ({ data }) => [{ userId: String(data['userId']), list: 'notes' }],
});

/** Counts events per type, which exposes repeated ones. */
export const counts: Projection = {
  view: countView,
  project: ({ event }) => [{ op: 'add', row: { id: event.type, times: 0n }, by: { times: 1n } }],
};

/** A log with two read models, in a temporary folder. */
export class Projecting {
  /** Event store, which a test replaces to restore an older log. */
  store = new MemoryEventStore();
  readonly committed: Committed[] = [];
  readonly #dir = mkdtempSync(join(tmpdir(), 'projections-'));
  readonly writer: ReadStoreWriter = openSqliteWriter({ dir: this.#dir, views: [noteView, countView] });
  #stop = new AbortController();
  #running: RunningProjections | undefined;
  #made = 0;

  get running(): RunningProjections {
    if (!this.#running) throw new Error('run it first');
    return this.#running;
  }

  async happen(
    times: number,
    type = 'Noted',
    data: EventData = { userId: 'ada', sealed: 'xyz' },
  ): Promise<void> {
    const events = Array.from({ length: times }, () => ({
      id: `e${++this.#made}`,
      type,
      version: 1,
      at: '2026-01-01T00:00:00.000Z',
      actor: { kind: 'system', id: 'test' } as const,
      correlationId: 'c',
      causationId: 'c',
      data,
    }));
    await this.store.append(`s${this.#made}`, NO_STREAM, events);
  }

  run(
    projections: readonly Projection[],
    eventStore: Pick<MemoryEventStore, 'follow'> = this.store,
    keys: Partial<Pick<RunProjectionsOptions, 'open' | 'loadKeys' | 'onFault' | 'onLogWentBack'>> = {},
  ): RunningProjections {
    this.#running = runProjections({
      eventStore: {
        follow: (options) => eventStore.follow(options),
        readAll: (after, limit) => this.store.readAll(after, limit),
        lastPosition: () => this.store.lastPosition(),
      },
      writer: this.writer,
      projections,
      open: (personId, sealed) => (sealed === 'gone' ? undefined : { text: `${personId}:${sealed}` }),
      onCommitted: (news) => this.committed.push(news),
      signal: this.#stop.signal,
      coalesceMs: 0,
      ...keys,
    });
    return this.#running;
  }

  async stop(): Promise<void> {
    this.#stop.abort();
    await this.#running?.finished.catch(() => undefined);
    this.#stop = new AbortController();
  }

  async until(reached: () => boolean): Promise<void> {
    await until(reached);
  }

  untilAt(position: number): Promise<void> {
    return this.until(() => this.committed.at(-1)?.position === position);
  }

  async times(type = 'Noted'): Promise<unknown> {
    return (await this.writer.get(countView, type))?.['times'];
  }

  async texts(): Promise<unknown[]> {
    const { rows } = await this.writer.page(noteView, {
      sort: { column: 'id', direction: 'ascending' },
      skip: 0,
      limit: 100,
    });
    return rows.map((row) => row['text']);
  }

  async close(): Promise<void> {
    await this.stop();
    await this.writer.close();
    rmSync(this.#dir, { recursive: true });
  }
}
