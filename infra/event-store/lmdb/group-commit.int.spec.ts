import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { copyFileSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { RootDatabase } from 'lmdb';
import { open } from 'lmdb';
import { DiskSpace } from '../../lmdb/disk-space.js';
import { AppendOutcomeUnknown, NO_STREAM, StoreUnavailable } from '../event-store.js';
import { sealEvents } from '../seal-events.js';
import { newEvents, newStream } from '../testing/new-event.js';
import { GroupCommit } from './group-commit.js';
import type { LogFiles } from './log-layout.js';
import { TAIL_KEY } from './log-layout.js';
import { LogReader } from './log-reader.js';
import { openFiles } from './open-lmdb-event-store.js';
import { OpenedFile } from './opened-file.js';

const failed = (code: number): Error => Object.assign(new Error('commit failed'), { code });
const ENOSPC = 28;

describe('group commit', () => {
  let dir: string;
  let root: RootDatabase;
  let files: LogFiles;
  let commits: number;
  let failures: Error[];
  let writer: GroupCommit;
  let free: number;
  let space: DiskSpace;

  beforeEach(() => {
    dir = mkdtempSync(join(tmpdir(), 'group-commit-'));
    root = open({
      path: join(dir, 'events.mdb'),
      overlappingSync: false,
      eventTurnBatching: false,
      encoding: 'binary',
    });
    files = openFiles(root, false);
    free = Infinity;
    const tryWriting = () => Promise.resolve();
    space = new DiskSpace({ dir, measure: () => free, measureEveryMs: 0, tryWriting });
    commits = 0;
    failures = [];
    // Fails a commit as lmdb does: a rejection, with the cause in the promise `commitError`.
    const commit = files.tail.ifVersion.bind(files.tail);
    files.tail.ifVersion = (key, version, action) => {
      const failure = failures.shift();
      if (failure)
        return Promise.reject(
          Object.assign(new Error('Commit failed'), { commitError: Promise.reject(failure) }),
        );
      commits += 1;
      return commit(key, version, action);
    };
    writer = another();
  });
  afterEach(async () => {
    await writer.close();
    await root.close();
    rmSync(dir, { recursive: true, force: true });
  });

  const another = (): GroupCommit =>
    new GroupCommit(files, new LogReader(files, true), {
      file: new OpenedFile(join(dir, 'events.mdb')),
      space,
      lookEveryMs: 0,
      onCommitted: () => undefined,
    });
  const append = (stream = newStream(), expected = NO_STREAM, count = 1): Promise<unknown> =>
    writer.append(stream, expected, sealEvents(stream, expected, newEvents(count)));
  const lastPosition = (): number => new LogReader(files, true).lastPosition();

  it('refuses appends while the file is away, and sells again once it is back', async () => {
    await append();
    const [path, away] = [join(dir, 'events.mdb'), join(dir, 'away.mdb')];
    renameSync(path, away);
    await expect(append()).rejects.toBeInstanceOf(StoreUnavailable);
    expect(writer.isReplaced).toBe(false);
    renameSync(away, path);
    await append();
    expect(lastPosition()).toBe(2);
  });

  it('refuses appends once another file lies in the place of the log', async () => {
    await append();
    const [path, older] = [join(dir, 'events.mdb'), join(dir, 'older.mdb')];
    copyFileSync(path, older);
    await append();
    renameSync(older, path);
    await expect(append()).rejects.toBeInstanceOf(StoreUnavailable);
    expect([writer.isReplaced, commits]).toEqual([true, 2]);
  });

  it('acknowledges no append whose commit ended after the file was replaced', async () => {
    const path = join(dir, 'events.mdb');
    copyFileSync(path, join(dir, 'older.mdb'));
    const commit = files.tail.ifVersion.bind(files.tail);
    files.tail.ifVersion = async (key, version, action) => {
      const written = await commit(key, version, action);
      renameSync(join(dir, 'older.mdb'), path);
      return written;
    };
    await expect(append()).rejects.toBeInstanceOf(AppendOutcomeUnknown);
    expect(writer.isReplaced).toBe(true);
  });

  it('stores nothing more once another process may write, not even what waits', async () => {
    let lost: string | undefined;
    const reader = new LogReader(files, true);
    const own = new GroupCommit(files, reader, {
      file: new OpenedFile(join(dir, 'events.mdb')),
      space,
      lookEveryMs: 0,
      lost: () => lost,
      onCommitted: () => undefined,
    });
    const stream = newStream();
    const [first, second] = [newEvents(1), newEvents(1)];
    const { head } = await own.append(stream, NO_STREAM, sealEvents(stream, NO_STREAM, first));
    const waiting = own.append(stream, head, sealEvents(stream, head, second));
    lost = 'the lock is gone';
    const refusal = new StoreUnavailable('nothing was stored: the lock is gone');
    await expect(waiting).rejects.toEqual(refusal);
    await expect(own.append(stream, head, sealEvents(stream, head, second))).rejects.toEqual(refusal);
    expect(reader.lastPosition()).toBe(1);
    await own.close();
  });

  it('writes concurrent appends in one commit and fails only the conflicting one', async () => {
    const stream = newStream();
    await append(stream);
    const outcomes = await Promise.allSettled([
      ...Array.from({ length: 200 }, () => append()),
      append(stream),
      append(),
    ]);
    expect(outcomes.map(({ status }) => status).filter((status) => status === 'rejected')).toHaveLength(1);
    expect(outcomes[200]).toMatchObject({ reason: { name: 'RevisionConflict' } });
    expect(commits).toBe(2);
    expect(lastPosition()).toBe(202);
  });

  it('commits appends that came during a commit in the next one', async () => {
    await Promise.all([append(), sleep(0).then(() => Promise.all([append(), append()]))]);
    expect(commits).toBeLessThanOrEqual(2);
    expect(lastPosition()).toBe(3);
  });

  it('rejects appends on a full disk and accepts them once there is space', async () => {
    await append();
    const clock = jest.spyOn(Date, 'now').mockReturnValue(Date.now());
    failures = [failed(ENOSPC)];
    const outcomes = await Promise.allSettled([append(), append()]);
    for (const outcome of outcomes)
      expect(outcome).toMatchObject({
        reason: expect.objectContaining({ message: 'nothing was stored: the disk is full' }),
      });
    await expect(append()).rejects.toBeInstanceOf(StoreUnavailable);
    expect(lastPosition()).toBe(1);
    clock.mockRestore();
    await sleep(120);
    await append();
    expect(lastPosition()).toBe(2);
  });

  it('sends LMDB nothing while the disk has too little room, and stores again once it has', async () => {
    await append();
    free = 1;
    const refused = await Promise.allSettled([append(), append()]);
    for (const outcome of refused)
      expect(outcome).toMatchObject({
        reason: { message: expect.stringMatching(/^nothing was stored: only 0 MB/) },
      });
    expect(commits).toBe(1);
    free = Infinity;
    await append();
    expect(lastPosition()).toBe(2);
  });

  it('reports an unknown outcome when the last step of a commit failed', async () => {
    const doesExist = () => {
      throw new Error('Invalid argument: MDB_PANIC');
    };
    space.guard({ resetReadTxn: () => undefined, doesExist });
    failures = [failed(5)];
    await expect(append()).rejects.toBeInstanceOf(AppendOutcomeUnknown);
    await sleep(120);
    await expect(append()).rejects.toThrow(/restart of the server must open the file again/);
    expect(commits).toBe(0);
    expect(space.mustReopen).toBe(true);
  });

  it('repeats a batch on top of what another writer stored meanwhile', async () => {
    const other = another();
    const stream = newStream();
    const sealed = sealEvents(stream, NO_STREAM, newEvents(2));
    await other.append(stream, NO_STREAM, sealed);
    expect(lastPosition()).toBe(2);
    const outcomes = await Promise.allSettled([append(), append(stream)]);
    expect(outcomes).toMatchObject([{ status: 'fulfilled' }, { reason: { name: 'RevisionConflict' } }]);
    expect(lastPosition()).toBe(3);
    expect(files.tail.doesExist(TAIL_KEY, 3)).toBe(true);
    await other.close();
  });
});
