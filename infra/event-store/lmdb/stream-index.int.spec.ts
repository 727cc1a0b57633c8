import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { execFile } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { open } from 'lmdb';
import type { EventStore, StreamHead } from '../event-store.js';
import { NO_STREAM, RevisionConflict } from '../event-store.js';
import { newEvent, newEvents, newStream } from '../testing/new-event.js';
import { INDEX_KEY, INDEX_MADE_KEY } from './log-layout.js';
import { openFiles, openLmdbEventStore } from './open-lmdb-event-store.js';
import { renewIndex } from './renew-index.js';

const READER = fileURLToPath(new URL('../testing/print-stream.process.js', import.meta.url));

/** Expected content of each stream. */
class Appended {
  readonly ids = new Map<string, string[]>();
  private readonly heads = new Map<string, StreamHead>();

  async append(store: EventStore, stream: string, count: number): Promise<void> {
    const events = newEvents(count);
    const { head } = await store.append(stream, this.heads.get(stream) ?? NO_STREAM, events);
    this.heads.set(stream, head);
    this.ids.set(stream, [...(this.ids.get(stream) ?? []), ...events.map(({ id }) => id)]);
  }

  /** Appends in rounds to three lasting streams and one new stream. */
  async rounds(store: EventStore, count: number): Promise<void> {
    for (let n = 0; n < count; n += 1)
      await Promise.all(
        ['note-a', 'note-b', 'note-c', newStream()].map((stream, index) =>
          (n + index) % 3 === 0 ? Promise.resolve() : this.append(store, stream, 1 + ((n + index) % 4)),
        ),
      );
  }

  async isIn(store: EventStore): Promise<void> {
    for (const [stream, ids] of this.ids) {
      const middle = ids.length >> 1;
      const read = async (options: Parameters<EventStore['readStream']>[1]): Promise<string[]> =>
        (await store.readStream(stream, options)).map(({ id }) => id);
      expect(await read({})).toEqual(ids);
      expect(await read({ from: middle })).toEqual(ids.slice(middle));
      expect(await read({ direction: 'backwards' })).toEqual([...ids].reverse());
      expect(await read({ direction: 'backwards', from: middle, limit: 3 })).toEqual(
        ids
          .slice(0, middle + 1)
          .reverse()
          .slice(0, 3),
      );
      expect(await store.head(stream)).toEqual(this.heads.get(stream));
    }
  }
}

describe('the index of streams', () => {
  let dir: string;
  beforeEach(() => {
    dir = mkdtempSync(join(tmpdir(), 'stream-index-'));
  });
  afterEach(() => rmSync(dir, { recursive: true, force: true }));

  /** Copies the ledger as a kill at this moment would leave it. */
  const copyOf = (name: string): string => {
    const copy = join(dir, name);
    cpSync(join(dir, 'events.mdb'), join(copy, 'events.mdb'));
    return copy;
  };

  const indexedUpTo = async (path: string): Promise<number | undefined> => {
    const root = open({ path: join(path, 'events.mdb'), encoding: 'binary', readOnly: true, maxDbs: 4 });
    const position = openFiles(root, true).tail.getEntry(INDEX_KEY)?.version;
    await root.close();
    return position;
  };

  it.each([5, 40, 16_384])(
    'gives every reader the same answers with up to %i events missing on disk',
    async (unindexedMax) => {
      const appended = new Appended();
      const store = await openLmdbEventStore({ dir, unindexedMax, syncing: false });
      const beside = await openLmdbEventStore({ dir, readOnly: true });
      for (let n = 0; n < 12; n += 1) {
        await appended.rounds(store, 6);
        await appended.isIn(store);
        if (n % 3 === 0) await appended.isIn(beside);
      }
      await appended.isIn(beside);
      const late = await openLmdbEventStore({ dir, readOnly: true });
      await appended.isIn(late);
      const last = await store.lastPosition();
      const onDisk = (await indexedUpTo(copyOf('running'))) ?? NaN;
      expect(onDisk).toBeLessThan(last);
      expect(onDisk > 0).toBe(unindexedMax < last);
      await Promise.all([beside.close(), late.close(), store.close()]);
      expect(await indexedUpTo(copyOf('closed'))).toBe(last);
      const again = await openLmdbEventStore({ dir, unindexedMax, syncing: false });
      await appended.isIn(again);
      await appended.rounds(again, 20);
      await appended.isIn(again);
      await again.close();
    },
  );

  it('is written a few streams per commit and stays complete meanwhile', async () => {
    const store = await openLmdbEventStore({ dir, unindexedMax: 50, syncing: false });
    const beside = await openLmdbEventStore({ dir, readOnly: true });
    const appended = new Appended();
    const onDisk = new Set<number | undefined>();
    for (let n = 0; n < 150; n += 1) {
      await appended.append(store, `note-${(n * 7) % 45}`, 1);
      if (n % 6 > 0) continue;
      await appended.isIn(n % 12 > 0 ? store : beside);
      onDisk.add(await indexedUpTo(copyOf('running')));
    }
    // The sweep began at 50 missing events. `INDEX_KEY` changes only when a sweep is over.
    expect([...onDisk].slice(0, 2)).toEqual([0, 50]);
    await Promise.all([beside.close(), store.close()]);
  });

  it('is completed from the end of the log by another process', async () => {
    const store = await openLmdbEventStore({ dir, syncing: false });
    const appended = new Appended();
    await appended.rounds(store, 10);
    expect(await indexedUpTo(copyOf('running'))).toBe(0);
    const { stdout } = await promisify(execFile)(process.execPath, [READER, dir, 'note-a']);
    expect(stdout.split('\n').slice(0, -1)).toEqual(appended.ids.get('note-a'));
    await store.close();
  });

  it.each([7, 16_384])(
    'is exact after a kill at any point, with up to %i events missing on disk',
    async (unindexedMax) => {
      const store = await openLmdbEventStore({ dir, unindexedMax, syncing: false });
      const appended = new Appended();
      for (let n = 0; n < 8; n += 1) {
        await appended.rounds(store, 3);
        const killed = await openLmdbEventStore({
          dir: copyOf(`killed-${n}`),
          unindexedMax,
          syncing: false,
        });
        await appended.isIn(killed);
        const head = await killed.head('note-a');
        for (const expected of [NO_STREAM, { ...head, revision: head.revision - 1 }])
          await expect(killed.append('note-a', expected, [newEvent()])).rejects.toBeInstanceOf(
            RevisionConflict,
          );
        await killed.append('note-a', head, [newEvent()]);
        await killed.close();
      }
      await store.close();
    },
  );

  /** Appends of one event each to pseudo-random streams. Equal seeds give equal streams. */
  const crowd = (seed: number) => {
    let state = seed;
    return async (appended: Appended, store: EventStore, count: number): Promise<void> => {
      for (let n = 0; n < count; n += 1) {
        state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
        await appended.append(store, `note-${(state >> 8) % 150}`, 1);
      }
    };
  };

  it.each(['closed', 'killed'] as const)(
    'keeps earlier runs of every stream when the store is %s repeatedly during a sweep',
    async (how) => {
      const appended = new Appended();
      const more = crowd(7);
      let path = dir;
      // A sweep places ten streams per commit, so it lasts a dozen commits and overlaps with new appends.
      for (let turn = 0; turn < 25; turn += 1) {
        const store = await openLmdbEventStore({ dir: path, unindexedMax: 200, syncing: false });
        await appended.isIn(store);
        await more(appended, store, 200 + turn);
        const killed = join(dir, `killed-${turn}`);
        if (how === 'killed') cpSync(join(path, 'events.mdb'), join(killed, 'events.mdb'));
        await store.close();
        if (how === 'killed') path = killed;
      }
      const last = await openLmdbEventStore({ dir: path, syncing: false });
      await appended.isIn(last);
      await last.close();
    },
  );

  it('keeps earlier runs of streams that are appended to during a sweep', async () => {
    const appended = new Appended();
    const store = await openLmdbEventStore({ dir, unindexedMax: 200, syncing: false });
    await crowd(9)(appended, store, 4_000);
    await appended.isIn(store);
    await store.close();
  });

  it.each([7, 100_000])('is rebuilt when an older version made it, %i events at a time', async (most) => {
    const appended = new Appended();
    const store = await openLmdbEventStore({ dir, unindexedMax: 50, syncing: false });
    await crowd(3)(appended, store, 1_500);
    await appended.rounds(store, 10);
    await store.close();
    const root = open({ path: join(dir, 'events.mdb'), encoding: 'binary', maxDbs: 4 });
    const files = openFiles(root, false);
    await files.tail.remove(INDEX_MADE_KEY);
    const records = [...files.streams.getKeys({ start: 'note-' })].filter((key) => Array.isArray(key));
    for (const key of records.filter((_, index) => index % 3 === 0)) await files.streams.remove(key);
    const others = await openLmdbEventStore({ dir, readOnly: true });
    await expect(appended.isIn(others)).rejects.toThrow();
    await others.close();
    await renewIndex(files, most);
    await root.close();
    const renewed = await openLmdbEventStore({ dir, unindexedMax: 50, syncing: false });
    await appended.isIn(renewed);
    await crowd(4)(appended, renewed, 300);
    await appended.isIn(renewed);
    await renewed.close();
  });

  it('counts as complete in a ledger without INDEX_KEY', async () => {
    const appended = new Appended();
    const before = await openLmdbEventStore({ dir, syncing: false });
    await appended.rounds(before, 10);
    await before.close();
    const root = open({ path: join(dir, 'events.mdb'), encoding: 'binary', maxDbs: 4 });
    await openFiles(root, false).tail.remove(INDEX_KEY);
    await root.close();
    expect(await indexedUpTo(dir)).toBeUndefined();
    const reader = await openLmdbEventStore({ dir, readOnly: true });
    await appended.isIn(reader);
    await reader.close();
    const store = await openLmdbEventStore({ dir, syncing: false });
    await appended.rounds(store, 10);
    await appended.isIn(store);
    await store.close();
  });

  it('refuses a ledger whose log does not continue where the index ends', async () => {
    const store = await openLmdbEventStore({ dir, syncing: false });
    const appended = new Appended();
    await appended.rounds(store, 10);
    const position = await store.lastPosition();
    await store.close();
    const misled = async (to: number): Promise<void> => {
      const root = open({ path: join(dir, 'events.mdb'), encoding: 'binary', maxDbs: 4 });
      const { tail, streams } = openFiles(root, false);
      await tail.put(INDEX_KEY, Buffer.alloc(0), to);
      await streams.remove('note-b');
      await root.close();
    };
    await misled(position + 1);
    await expect(openLmdbEventStore({ dir })).rejects.toThrow(/its index ends at position \d+, after/);
    await misled(position - 12);
    await expect(openLmdbEventStore({ dir })).rejects.toThrow(/is damaged .*restore it from a backup/);
  });
});
