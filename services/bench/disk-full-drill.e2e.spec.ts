import { afterAll, describe, expect, it } from '@jest/globals';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { drillDiskFull, requireOwnFileSystem } from './disk-full-drill.js';

const folder = mkdtempSync(join(tmpdir(), 'disk-full-'));
const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=96m', 'tmpfs', folder]).status === 0;
const skipped = mounted ? '' : ' (skipped: this user may not mount a tmpfs)';

afterAll(() => {
  if (mounted) spawnSync('umount', [folder]);
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
    `stops sales but not the server, which sells again once there is room${skipped}`,
    async () => {
      const result = await drillDiskFull({ dir: folder, fills: 3, tell: () => undefined });
      expect(result.missing).toEqual([]);
      expect(result.refused).toBeGreaterThan(0);
      expect(result.acknowledged).toBeGreaterThan(100);
      expect(result.verified).toContain('nothing is wrong');
    },
  );
});
