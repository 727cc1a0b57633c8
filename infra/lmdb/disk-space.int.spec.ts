import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Database, RootDatabase } from 'lmdb';
import { openLmdbKeyVault } from '../crypto/open-lmdb-key-vault.js';
import { CommitSignal } from '../event-store/commit-signal.js';
import { type EventStore, NO_STREAM, StoreUnavailable } from '../event-store/event-store.js';
import { LmdbEventStore } from '../event-store/lmdb/lmdb-event-store.js';
import type { LogReader } from '../event-store/lmdb/log-reader.js';
import { openLmdbEventStore } from '../event-store/lmdb/open-lmdb-event-store.js';
import { newEvents } from '../event-store/testing/new-event.js';
import { openLmdbInbox } from '../inbox/open-lmdb-inbox.js';
import { openLmdbSessions } from '../sessions/open-lmdb-sessions.js';
import { openLmdbSnapshots } from '../snapshots/open-lmdb-snapshots.js';
import { until } from '../testing/until.js';
import { checkedTable } from './checked-table.js';
import { DiskSpace, DiskUnavailable } from './disk-space.js';

const RESERVE = 1_000_000;
const PANICKED = {
  resetReadTxn: () => undefined,
  doesExist: () => {
    throw new Error('MDB_PANIC');
  },
};
const RULE = { max: 5, windowMs: 60_000 };

let dir: string;
/** Free bytes, or the code of the error that measuring throws. */
let free: number | string;
let space: DiskSpace;

beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'disk-space-'));
  free = RESERVE;
  const measure = (): number => {
    if (typeof free === 'string') throw Object.assign(new Error(free), { code: free });
    return free;
  };
  space = new DiskSpace({ dir, reserveBytes: RESERVE, measure, measureEveryMs: 0 });
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

describe('disk space', () => {
  it('measures a real disk', () => {
    expect(new DiskSpace({ dir, reserveBytes: 1 }).shortage()).toBeUndefined();
    expect(new DiskSpace({ dir, reserveBytes: 2 ** 60 }).shortage()).toMatch(/^only \d+ MB are free in /);
    expect(new DiskSpace({ dir: join(dir, 'missing') }).shortage()).toMatch(/cannot be written: ENOENT$/);
  });

  it('ignores a file of another owner and a file that was removed', () => {
    const [copy, own] = [join(dir, 'a-copy.mdb'), join(dir, 'events.mdb')];
    const measured = new DiskSpace({ dir, reserveBytes: 1, measureEveryMs: 0 });
    // Root may open any file, but no folder for writing.
    mkdirSync(copy);
    writeFileSync(own, '');
    expect(measured.shortage()).toBeUndefined();
    rmSync(own);
    expect(measured.shortage()).toBeUndefined();
  });

  it('notices a panic of another thread, and opens again when the disk is well', async () => {
    space.guard(PANICKED);
    free = 0;
    expect(space.mustReopen).toBe(false);
    expect(space.panicked).toBe(true);
    free = RESERVE;
    await until(() => space.mustReopen);
  });

  it('refuses reads of a panicked environment', async () => {
    const vault = await openLmdbKeyVault({ dir: join(dir, 'keys'), space });
    const { sessions, close } = openLmdbSessions({ dir: join(dir, 'sessions'), space });
    await vault.createKey('ada');
    space.guard(PANICKED);
    space.failed(new Error('EIO'));
    await expect(vault.createKey('ada')).rejects.toThrow(DiskUnavailable);
    expect(() => vault.seal('ada', {})).toThrow(DiskUnavailable);
    expect(() => sessions.idsOf('ada')).toThrow(DiskUnavailable);
    await Promise.all([vault.close(), close()]);
  });

  it.each(['a panic', 'another fault'])(
    'tells of %s that a read meets after another thread failed',
    (what) => {
      const isPanic = what === 'a panic';
      const fault = new Error(isPanic ? 'Invalid argument: MDB_PANIC: fatal error' : 'MDB_BAD_VALSIZE');
      const read = (): never => {
        throw fault;
      };
      const table = { get: read, getRange: read } as unknown as Database<string, string>;
      const values = checkedTable(table, { name: 'table', space, onDamage: () => undefined });
      const told = isPanic ? `${dir}: the last step of a commit failed` : fault.message;
      expect(() => values.get('key')).toThrow(told);
      expect(() => values.entries()).toThrow(told);
      expect(space.panicked).toBe(isPanic);
      expect(space.shortage() === undefined).toBe(!isPanic);
    },
  );

  it('refuses a write that meets the panic of another thread', async () => {
    const refused = space.write(() => Promise.reject(new Error('MDB_PANIC')));
    await expect(refused).rejects.toThrow(DiskUnavailable);
    expect(space.panicked).toBe(true);
  });

  it('lets no thread read a log after one of them met its panic', async () => {
    const read = (): never => {
      throw new Error('MDB_PANIC');
    };
    const reader = { stream: read, head: read, walk: read, lastPosition: read, page: read };
    const [root, path] = [{} as RootDatabase, join(dir, 'events.mdb')];
    const commits = new CommitSignal('reads');
    const open = (wellOrNot: object) =>
      new LmdbEventStore(root, wellOrNot as LogReader, commits, undefined, path);
    const reads = [
      (log: EventStore) => log.readStream('wallet-1'),
      (log: EventStore) => log.head('wallet-1'),
      (log: EventStore) => log.readAll(0, 1),
      (log: EventStore) => log.lastPosition(),
    ];
    for (const one of reads)
      await expect(one(open(reader))).rejects.toThrow(/the last step of a commit failed/);
    await expect(open({ lastPosition: () => 1 }).lastPosition()).rejects.toThrow(StoreUnavailable);
  });

  it('measures again only after a while', () => {
    let measured = 0;
    const counted = new DiskSpace({ dir, measure: () => (measured += 1), measureEveryMs: 3_600_000 });
    for (let times = 0; times < 100; times += 1) counted.shortage();
    expect(measured).toBe(1);
  });

  it('refuses a write without starting it, and says why', async () => {
    let started = 0;
    const work = () => Promise.resolve((started += 1));
    free = RESERVE - 1;
    await expect(space.write(work)).rejects.toThrow(DiskUnavailable);
    free = 'EROFS';
    await expect(space.write(work)).rejects.toThrow('cannot be written: EROFS');
    expect(started).toBe(0);
    free = RESERVE;
    await expect(space.write(work)).resolves.toBe(1);
  });

  it('refuses writes after a failed commit until a trial succeeds', async () => {
    let trials = 0;
    let end: (error?: Error) => void = () => undefined;
    const tryWriting = () =>
      new Promise<void>((resolve, reject) => {
        trials += 1;
        end = (error) => (error ? reject(error) : resolve());
      });
    const trying = new DiskSpace({ dir, measure: () => Infinity, tryWriting });
    trying.failed(new Error('Read-only file system: Attempting to write'));
    expect(trying.shortage()).toBe(`a write in ${dir} failed: Read-only file system`);
    end(new Error('EROFS'));
    await until(() => {
      trying.shortage();
      return trials === 2;
    });
    expect(trying.shortage()).toBeDefined();
    end();
    await until(() => trying.shortage() === undefined);
  });

  it('handles the promise in which lmdb keeps the cause of a failed commit', async () => {
    const failed = () => {
      const commitError = Promise.reject(new Error('No space left on device'));
      return Promise.reject(Object.assign(new Error('Commit failed'), { commitError }));
    };
    const refused = space.write(failed);
    await expect(refused).rejects.toThrow(DiskUnavailable);
    await expect(refused).rejects.toMatchObject({ cause: { message: 'No space left on device' } });
  });
});

describe('a disk with too little room', () => {
  it('lets a server ask for keys that exist', async () => {
    const vault = await openLmdbKeyVault({ dir: join(dir, 'keys'), space });
    await vault.createKeys(['ada', 'bola']);
    free = RESERVE - 1;
    await vault.createKeys(['ada', 'bola']);
    await expect(vault.createKeys(['ada', 'chi'])).rejects.toThrow(DiskUnavailable);
    await vault.close();
  });

  it('stops every store before LMDB, keeps reads, and lets all write again once there is room', async () => {
    const eventStore = await openLmdbEventStore({ dir: join(dir, 'events'), space });
    const vault = await openLmdbKeyVault({ dir: join(dir, 'keys'), space });
    const snapshots = openLmdbSnapshots({ dir: join(dir, 'snapshots'), space });
    const inbox = openLmdbInbox({ dir: join(dir, 'inbox'), space });
    const { sessions, tries, counters, limits, close } = openLmdbSessions({
      dir: join(dir, 'sessions'),
      space,
    });
    const session = { id: 's1', userId: 'ada', startedAt: 1, lastSeenAt: 1 } as Parameters<
      typeof sessions.put
    >[0];
    const message = { id: 'm1', receivedAt: '2026-01-01T00:00:00.000Z' } as unknown as Parameters<
      typeof inbox.store
    >[0];
    let streams = 0;
    const writes = [
      () => eventStore.append(`wallet-${(streams += 1)}`, NO_STREAM, newEvents(1)),
      () => vault.createKey(`person-${streams}`),
      () => snapshots.save('wallet-1', { version: 1 }),
      () => snapshots.remove('wallet-2'),
      () => inbox.store(message),
      () => sessions.put(session),
      async () => tries.judge('ada', false, { max: 9, locksMs: [] }, 1),
      () => counters.advance('passkey', (streams += 1)),
      () => limits.take('login', RULE),
    ];
    for (const write of writes) await write();
    free = RESERVE - 1;
    for (const write of writes) {
      const error = await write().then(
        () => undefined,
        (refusal: unknown) => refusal,
      );
      expect(error instanceof StoreUnavailable || error instanceof DiskUnavailable).toBe(true);
    }
    expect(await eventStore.lastPosition()).toBe(1);
    expect(await sessions.get('s1')).toMatchObject({ userId: 'ada' });
    expect(snapshots.load('wallet-1')).toEqual({ version: 1 });
    free = RESERVE;
    for (const write of writes) await write();
    expect(await eventStore.lastPosition()).toBe(2);
    await Promise.all([eventStore.close(), vault.close(), snapshots.close(), inbox.close(), close()]);
  });
});
