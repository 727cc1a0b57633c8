import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { openLmdbSnapshots } from './open-lmdb-snapshots.js';
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
