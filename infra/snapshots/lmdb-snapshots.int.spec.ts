import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { open } from 'lmdb';
import { checkpointsOnDisk, openLmdbSnapshots } from './open-lmdb-snapshots.js';
import type { SnapshotStore } from './snapshots.js';
import { describeSnapshots } from './testing/snapshots.contract.js';

const OTHER_THREAD = `
  const { workerData, parentPort } = require('node:worker_threads');
  import(workerData.module).then(async ({ openLmdbSnapshots }) => {
    const snapshots = openLmdbSnapshots({ dir: workerData.dir });
    for (let n = 0; n < 50; n += 1) await snapshots.save('theirs-' + n, { n });
    parentPort.postMessage(snapshots.load('ours'));
    await snapshots.close();
  });`;

describeSnapshots('LMDB', async () => {
  const dir = mkdtempSync(join(tmpdir(), 'snapshots-'));
  const remove = async (): Promise<void> => rmSync(dir, { recursive: true, force: true });
  return { open: async () => openLmdbSnapshots({ dir }), remove };
});

describe('snapshots in LMDB', () => {
  let dir: string;
  let snapshots: SnapshotStore;
  beforeEach(() => {
    dir = mkdtempSync(join(tmpdir(), 'snapshots-'));
    snapshots = openLmdbSnapshots({ dir });
  });
  afterEach(async () => {
    await snapshots.close();
    rmSync(dir, { recursive: true, force: true });
  });

  it('ignores a value with a flipped bit, and says so', async () => {
    await snapshots.save('wallet/a', { version: 3, available: '1000' });
    await snapshots.save('wallet/b', { version: 3, available: '2000' });
    await snapshots.close();
    const file = join(dir, 'snapshots.mdb');
    writeFileSync(file, readFileSync(file, 'latin1').replaceAll('"1000"', '"9000"'), 'latin1');
    const told: string[] = [];
    snapshots = openLmdbSnapshots({ dir, first: true, onDamage: (message) => told.push(message) });
    expect([await snapshots.load('wallet/a'), await snapshots.load('wallet/b')]).toEqual([
      undefined,
      { version: 3, available: '2000' },
    ]);
    await snapshots.load('wallet/a');
    expect(told).toEqual([`a value in ${file} was damaged and is not used any more`]);
    await snapshots.save('wallet/a', { version: 3, available: '1000' });
    expect(await snapshots.load('wallet/a')).toEqual({ version: 3, available: '1000' });
    expect(Object.keys(await checkpointsOnDisk(dir))).toEqual([]);
  });

  it('loads values of earlier versions, which have no checksum, and ignores unreadable ones', async () => {
    await snapshots.close();
    const old = open<unknown, string>({ path: join(dir, 'snapshots.mdb'), encoding: 'json' });
    await old.put('checkpoint:a', { version: 1, position: 7, state: null });
    await old.close();
    const raw = open<string, string>({ path: join(dir, 'snapshots.mdb'), encoding: 'string' });
    await raw.put('checkpoint:b', '{"version":1,');
    await raw.close();
    snapshots = openLmdbSnapshots({ dir });
    expect(await snapshots.load('checkpoint:a')).toEqual({ version: 1, position: 7, state: null });
    expect(await snapshots.load('checkpoint:b')).toBeUndefined();
    expect(await checkpointsOnDisk(dir)).toEqual({
      'checkpoint:a': { version: 1, position: 7, state: null },
    });
  });

  it('saves and loads in several threads', async () => {
    await snapshots.save('ours', { position: 7 });
    const module = new URL('./open-lmdb-snapshots.js', import.meta.url).href;
    const other = new Worker(OTHER_THREAD, { eval: true, workerData: { dir, module } });
    const seen = once(other, 'message');
    const exited = once(other, 'exit');
    for (let n = 0; n < 50; n += 1) await snapshots.save(`ours-${n}`, { n });
    expect(await seen).toEqual([{ position: 7 }]);
    await exited;
    for (let n = 0; n < 50; n += 1)
      expect([snapshots.load(`ours-${n}`), snapshots.load(`theirs-${n}`)]).toEqual([{ n }, { n }]);
  });
});
