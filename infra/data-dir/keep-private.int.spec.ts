import { chmodSync, mkdirSync, mkdtempSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { lockDataDir } from './data-dir-lock.js';
import { keepPrivate } from './keep-private.js';

let parent: string;
let dir: string;
beforeEach(() => {
  parent = mkdtempSync(join(tmpdir(), 'private-'));
  dir = join(parent, 'data');
});
afterEach(() => rmSync(parent, { recursive: true, force: true }));

const modeOf = (path: string): string => (statSync(path).mode & 0o777).toString(8);

/** Creates a folder with the open modes left by an older version, a backup or `mkdir`. */
function openToAll(): string[] {
  mkdirSync(join(dir, 'read-models', 'deep'), { recursive: true });
  const files = ['read-models/trial-balance.db', 'read-models/deep/1.db', '.hidden'].map((name) =>
    join(dir, name),
  );
  for (const file of files) writeFileSync(file, '08031234567');
  for (const file of files) chmodSync(file, 0o664);
  for (const folder of [dir, join(dir, 'read-models'), join(dir, 'read-models', 'deep')])
    chmodSync(folder, 0o755);
  return files;
}

describe('a data folder that others can read', () => {
  it('is made private when it is taken, with everything in it', () => {
    const files = openToAll();
    const lock = lockDataDir(dir);
    try {
      for (const folder of [dir, join(dir, 'read-models'), join(dir, 'read-models', 'deep')])
        expect([folder, modeOf(folder)]).toEqual([folder, '700']);
      for (const file of [...files, join(dir, 'server.pid'), join(dir, 'writer.lock')])
        expect([file, modeOf(file)]).toEqual([file, '600']);
    } finally {
      lock.release();
    }
  });

  it('gets no later file that others can read', () => {
    mkdirSync(dir);
    const before = process.umask();
    try {
      process.umask(0o022);
      keepPrivate(dir, 'DATA_DIR');
      writeFileSync(join(dir, 'later'), '');
      expect(modeOf(join(dir, 'later'))).toBe('600');
    } finally {
      process.umask(before);
    }
  });

  it('leaves the targets of links unchanged', () => {
    openToAll();
    const elsewhere = join(parent, 'elsewhere');
    writeFileSync(elsewhere, '');
    chmodSync(elsewhere, 0o644);
    symlinkSync(elsewhere, join(dir, 'link'));
    symlinkSync(join(parent, 'gone'), join(dir, 'broken'));
    keepPrivate(dir, 'DATA_DIR');
    expect(modeOf(elsewhere)).toBe('644');
  });

  it('is refused in one line when its mode cannot be changed', () => {
    expect(() => keepPrivate(join(dir, 'missing'), 'DATA_DIR')).toThrow(/^DATA_DIR .* set its mode to 700$/);
  });
});
