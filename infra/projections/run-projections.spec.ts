import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import { type EventData, NO_STREAM, type RecordedEvent } from '../event-store/event-store.js';
import { MemoryEventStore } from '../event-store/testing/memory-event-store.js';
import { openSqliteWriter } from '../read-store/sqlite/sqlite-writer.js';
import type { ReadStoreWriter, View } from '../read-store/view.js';
import type { Projection } from './projection.js';
import { type Committed, type RunningProjections, runProjections } from './run-projections.js';

const noteView: View = {
  name: 'notes',
  version: 1,
  row: z.object({ id: z.string(), text: z.string().nullable() }),
  key: 'id',
  indexes: [],
  searchable: [],
};
const countView: View = { ...noteView, name: 'counts', row: z.object({ id: z.string(), times: z.bigint() }) };

const notes = (text: (event: RecordedEvent, opened: unknown) => string | null): Projection => ({
  view: noteView,
  opens: ['Noted'],
  project: ({ event, opened }) => [{ op: 'put', row: { id: event.id, text: text(event, opened) } }],
  changes: ({ data }) => ({ userId: String(data['userId']), list: 'notes' }),
});
const counts: Projection = {
  view: countView,
  project: ({ event }) => [{ op: 'add', row: { id: event.type, times: 0n }, by: { times: 1n } }],
};

describe('run projections', () => {
  let dir: string;
  let store: MemoryEventStore;
  let writer: ReadStoreWriter;
  let stop: AbortController;
  let committed: Committed[];
  let running: RunningProjections | undefined;

  beforeEach(() => {
    dir = mkdtempSync(join(tmpdir(), 'projections-'));
    store = new MemoryEventStore();
    writer = openSqliteWriter({ dir, views: [noteView, countView] });
    stop = new AbortController();
    committed = [];
    running = undefined;
  });
  afterEach(async () => {
    stop.abort();
    await running?.finished;
    await writer.close();
    rmSync(dir, { recursive: true });
  });

  let made = 0;
  async function happen(
    times: number,
    type = 'Noted',
    data: EventData = { userId: 'ada', sealed: 'xyz' },
  ): Promise<void> {
    const events = Array.from({ length: times }, () => ({
      id: `e${++made}`,
      type,
      version: 1,
      at: '2026-01-01T00:00:00.000Z',
      actor: { kind: 'system', id: 'test' } as const,
      correlationId: 'c',
      causationId: 'c',
      data,
    }));
    await store.append(`s${made}`, NO_STREAM, events);
  }

  function run(
    projections: readonly Projection[],
    eventStore: Pick<MemoryEventStore, 'follow'> = store,
  ): void {
    running = runProjections({
      eventStore: eventStore as MemoryEventStore,
      writer,
      projections,
      open: (personId, sealed) => (sealed === 'gone' ? undefined : { text: `${personId}:${sealed}` }),
      onCommitted: (news) => committed.push(news),
      signal: stop.signal,
      coalesceMs: 0,
    });
  }

  async function until(reached: () => boolean): Promise<void> {
    for (let waited = 0; !reached(); waited += 5) {
      if (waited > 5_000) throw new Error('it did not happen');
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
  }
  const at = (position: number) => (): boolean => committed.at(-1)?.position === position;
  const times = async (type = 'Noted'): Promise<unknown> => (await writer.get(countView, type))?.['times'];
  const openedText = notes((_, opened) => (opened as { text: string } | undefined)?.text ?? null);

  it('catches up, goes live, and says what changed', async () => {
    await happen(3);
    run([openedText, counts]);
    await until(at(3));
    await happen(2);
    await until(at(5));
    expect(await times()).toBe(5n);
    expect(committed[0]).toEqual({ position: 0, changes: [] });
    expect(committed.at(-1)).toEqual({ position: 5, changes: [{ userId: 'ada', list: 'notes' }] });
    expect(running?.health()).toEqual([
      { view: 'notes', checkpoint: 5, halted: undefined },
      { view: 'counts', checkpoint: 5, halted: undefined },
    ]);
  });

  it('opens what is sealed for the projection that asks, and shows nothing of who is forgotten', async () => {
    await happen(1);
    await happen(1, 'Noted', { userId: 'ada', sealed: 'gone' });
    await happen(1, 'Other');
    run([openedText]);
    await until(at(3));
    const { rows } = await writer.page(noteView, {
      sort: { column: 'id', direction: 'ascending' },
      skip: 0,
      limit: 9,
    });
    expect(rows.map((row) => row['text'])).toEqual(['ada:xyz', null, null]);
  });

  it('applies each event once, over restarts and when a batch is delivered again', async () => {
    await happen(4);
    run([counts]);
    await until(at(4));
    stop.abort();
    await running?.finished;
    stop = new AbortController();
    const all = await store.readAll(0, 10);
    await happen(1);
    run([counts], {
      async *follow(options) {
        yield all;
        yield* store.follow({ ...options, after: 2 });
      },
    });
    await until(at(5));
    expect(await times()).toBe(5n);
  });

  it('a view that joins later is brought level without the others counting twice', async () => {
    await happen(3);
    run([counts]);
    await until(at(3));
    stop.abort();
    await running?.finished;
    stop = new AbortController();
    run([counts, openedText]);
    await until(() => running?.health()[1]?.checkpoint === 3);
    expect(await times()).toBe(3n);
  });

  it.each<[string, Projection]>([
    [
      'throws',
      notes(({ type }) => {
        if (type === 'Poison') throw new Error('cannot read this');
        return null;
      }),
    ],
    ['asks for the impossible', notes(({ type }) => (type === 'Poison' ? (7 as unknown as string) : null))],
  ])('halts the view whose projection %s, and serves the others', async (_, poisoned) => {
    await happen(2);
    await happen(1, 'Poison');
    await happen(2);
    run([poisoned, counts]);
    await until(at(5));
    await happen(1);
    await until(at(6));
    const [halted, other] = running?.health() ?? [];
    expect(halted).toMatchObject({ view: 'notes', checkpoint: 2, halted: { position: 3 } });
    expect(halted?.halted?.reason).toMatch(/cannot/);
    expect(other).toEqual({ view: 'counts', checkpoint: 6, halted: undefined });
    expect(await times()).toBe(5n);
  });

  it('halts on a gap in the log instead of going on without what is missing', async () => {
    await happen(5);
    const all = await store.readAll(0, 10);
    run([counts], {
      async *follow({ signal }) {
        yield [...all.slice(0, 2), ...all.slice(3)];
        await new Promise((resolve) => signal.addEventListener('abort', resolve));
      },
    });
    await until(() => running?.health()[0]?.halted !== undefined);
    expect(running?.health()[0]).toMatchObject({
      checkpoint: 2,
      halted: { position: 3, reason: 'event 3 is missing from the log' },
    });
    expect(await times()).toBe(2n);
  });

  it('fails loudly when the log itself fails', async () => {
    await happen(1);
    const all = await store.readAll(0, 10);
    run([counts], {
      async *follow() {
        yield all;
        throw new Error('the stream ended');
      },
    });
    await expect(running?.finished).rejects.toThrow('the stream ended');
    running = undefined;
  });

  it('rebuilds beside the live view and swaps when rows are the same', async () => {
    await happen(2_500);
    run([openedText, counts]);
    await until(at(2_500));
    const progress: number[] = [];
    const rebuilding = running?.rebuild('counts', {
      pageSize: 500,
      onProgress: ({ position }) => progress.push(position),
    });
    await happen(500);
    expect(await rebuilding).toMatchObject({ view: 'counts', differing: 0, swapped: true });
    await until(at(3_000));
    await happen(1);
    await until(at(3_001));
    expect(await times()).toBe(3_001n);
    expect(progress.slice(0, 3)).toEqual([500, 1_000, 1_500]);
  });

  it('refuses to swap when rows differ, unless forced', async () => {
    await happen(3);
    await writer.apply(countView, 0, 3, [{ op: 'put', row: { id: 'Noted', times: 99n } }]);
    run([counts]);
    await until(at(3));
    expect(await running?.rebuild('counts')).toMatchObject({
      differing: 1,
      examples: ['Noted'],
      swapped: false,
    });
    expect(await times()).toBe(99n);
    expect(await running?.rebuild('counts', { force: true })).toMatchObject({ differing: 1, swapped: true });
    expect(await times()).toBe(3n);
    await expect(running?.rebuild('nothing')).rejects.toThrow('there is no view nothing');
  });

  it('a halted view goes on after a rebuild', async () => {
    let broken = true;
    await happen(3);
    run([
      notes(({ position }) => {
        if (broken && position === 2) throw new Error('not yet');
        return null;
      }),
      counts,
    ]);
    await until(at(3));
    expect(running?.health()[0]?.halted).toEqual({ position: 2, reason: 'not yet' });
    broken = false;
    expect(await running?.rebuild('notes')).toMatchObject({ position: 1, swapped: true });
    await until(() => running?.health()[0]?.checkpoint === 3);
    expect(running?.health()[0]?.halted).toBeUndefined();
    expect(await times()).toBe(3n);
  });
});
