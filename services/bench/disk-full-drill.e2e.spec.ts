import { afterAll, describe, expect, it } from '@jest/globals';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { mountErrorsReadOnly } from '../../infra/lmdb/testing/own-file-system.js';
import { drillDiskFull, requireOwnFileSystem } from './disk-full-drill.js';
import { drillReadOnly } from './read-only-drill.js';

const folder = mkdtempSync(join(tmpdir(), 'disk-full-'));
const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=96m', 'tmpfs', folder]).status === 0;
const ext4 = mountErrorsReadOnly();
const skipped = mounted ? '' : ' (skipped: this user may not mount a tmpfs)';

afterAll(() => {
  if (mounted) spawnSync('umount', [folder]);
  ext4?.end();
  rmSync(folder, { recursive: true, force: true });
});

describe('a disk that fills up', () => {
  it('is drilled only on a file system of its own', () => {
    expect(() => requireOwnFileSystem(tmpdir() + '/missing')).toThrow('does not exist');
    const inside = mkdtempSync(join(tmpdir(), 'no-file-system-'));
    expect(() => requireOwnFileSystem(inside)).toThrow('is no file system of its own');
    rmSync(inside, { recursive: true });
  });

  (mounted ? it : it.skip)(
    `stops sales but not the server, which also starts below the reserve and sells again once there is room${skipped}`,
    async () => {
      const result = await drillDiskFull({ dir: folder, fills: 3, tell: () => undefined });
      expect(result.missing).toEqual([]);
      expect(result.refused).toBeGreaterThan(0);
      expect(result.acknowledged).toBeGreaterThan(100);
      expect(result.verified).toContain('nothing is wrong');
    },
  );
});

(ext4 ? it : it.skip)(`a disk that becomes read-only stops sales, and loses nothing${skipped}`, async () => {
  const result = await drillReadOnly({ dir: ext4!.dir, tell: () => undefined });
  expect(result).toMatchObject({
    missing: [],
    start: expect.stringContaining('its file system is read-only'),
  });
  expect(result.refused).toBeGreaterThan(0);
  expect(result.verified).toContain('nothing is wrong');
});
