import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { mkdtempSync, rmSync, statSync, truncateSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { open } from 'lmdb';
import { damageOf } from './check-file.js';

const DEPTHS = ['ends', 'branches', 'all'] as const;

/** Numbers from 0 to 2^16, the same in every run. */
let state = 1;
const random = (below: number): number => {
  state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fff_ffff;
  return (state >> 8) % below;
};

describe('the check of an LMDB file', () => {
  let dir: string;
  let path: string;
  beforeEach(() => {
    dir = mkdtempSync(join(tmpdir(), 'check-'));
    path = join(dir, 'any.mdb');
  });
  afterEach(() => rmSync(dir, { recursive: true }));

  it('finds no damage in files that LMDB wrote, also when LMDB left out free pages at the end', async () => {
    let shorter = 0;
    for (let start = 0; start < 3; start += 1) {
      const root = open({ path, encoding: 'json', maxDbs: 3, overlappingSync: false, noSync: true });
      const strings = root.openDB<string, string>({ name: 'strings' });
      const numbers = root.openDB<string, number>({ name: 'numbers', keyEncoding: 'uint32' });
      for (let commit = 0; commit < 60; commit += 1) {
        const writes: Promise<boolean>[] = [];
        for (let write = 0; write < 50; write += 1) {
          const key = `key-${random(3_000)}`;
          const value = 'v'.repeat(random(random(8) === 0 ? 20_000 : 600));
          if (random(3) === 0) writes.push(strings.remove(key), numbers.remove(random(9_999)));
          else writes.push(strings.put(key, value), root.put(key, value), numbers.put(random(9_999), value));
        }
        await Promise.all(writes);
        // Deletes so much that pages at the end become free.
        if (random(12) === 0)
          await Promise.all(Array.from(strings.getKeys({ limit: 1_500 }), (key) => strings.remove(key)));
        expect([commit, ...DEPTHS.map((depth) => damageOf(path, depth))]).toEqual([
          commit,
          undefined,
          undefined,
          undefined,
        ]);
        const { lastPageNumber } = root.getStats() as { readonly lastPageNumber: number };
        if (statSync(path).size < (lastPageNumber + 1) * 4_096) shorter += 1;
      }
      await root.close();
    }
    expect(shorter).toBeGreaterThan(0);
  });

  it.each(DEPTHS)('finds a missing end (%s)', async (depth) => {
    const root = open({ path, encoding: 'json', overlappingSync: false });
    for (let n = 0; n < 200; n += 1) void root.put(`key-${n}`, 'v'.repeat(400));
    await root.flushed;
    await root.close();
    expect(damageOf(path, depth)).toBeUndefined();
    truncateSync(path, statSync(path).size - 1);
    expect(damageOf(path, depth)).toMatch(/missing|does not exist/);
  });
});
