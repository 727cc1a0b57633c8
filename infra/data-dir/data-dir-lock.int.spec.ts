import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { ChildProcess } from 'node:child_process';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { lockDataDir, unwritable } from './data-dir-lock.js';
import { DataDirUnusable } from './keep-private.js';

const HOLDER = fileURLToPath(new URL('./testing/hold-lock.process.js', import.meta.url));

describe('the lock of a data folder', () => {
  let dir: string;
  const holders: ChildProcess[] = [];

  beforeEach(() => {
    dir = join(mkdtempSync(join(tmpdir(), 'lock-')), 'data');
  });
  afterEach(async () => {
    for (const holder of holders.splice(0)) await kill(holder);
    rmSync(join(dir, '..'), { recursive: true, force: true });
  });

  async function kill(holder: ChildProcess): Promise<void> {
    if (holder.exitCode !== null || holder.signalCode !== null) return;
    const exited = once(holder, 'exit');
    holder.kill('SIGKILL');
    await exited;
  }

  async function hold(): Promise<{ holder: ChildProcess; said: string }> {
    const holder = spawn(process.execPath, [HOLDER, dir], { stdio: ['ignore', 'pipe', 'inherit'] });
    holders.push(holder);
    const [chunk] = (await once(holder.stdout as NodeJS.ReadableStream, 'data')) as [Buffer];
    return { holder, said: chunk.toString().trim() };
  }

  it('keeps other processes out, with one line that names the owner', async () => {
    const lock = lockDataDir(dir);
    expect(readFileSync(join(dir, 'server.pid'), 'utf8')).toBe(`${process.pid}\n`);
    const { said } = await hold();
    expect(said).toBe(
      `process ${process.pid} is already running on DATA_DIR ${dir}: stop it, or choose another DATA_DIR`,
    );
    expect(() => lockDataDir(dir)).toThrow(DataDirUnusable);
    // The failed attempt must not release the lock.
    expect((await hold()).said).toMatch(/already running/);
    lock.release();
    expect(existsSync(join(dir, 'server.pid'))).toBe(false);
    expect((await hold()).said).toBe('locked');
  });

  it('dies with its process, kill -9 included', async () => {
    const { holder, said } = await hold();
    expect(said).toBe('locked');
    expect(() => lockDataDir(dir)).toThrow(`process ${holder.pid} is already running`);
    await kill(holder);
    const lock = lockDataDir(dir);
    expect(lock.afterCrash).toBe(true);
    expect(readFileSync(join(dir, 'server.pid'), 'utf8')).toBe(`${process.pid}\n`);
    lock.release();
    lock.release();
    const next = lockDataDir(dir);
    expect(next.afterCrash).toBe(false);
    next.release();
  });

  it.each([
    ['deleted', () => undefined],
    ['replaced by another process', hold],
  ])('is lost once its file is %s', async (_how, replace) => {
    const lock = lockDataDir(dir);
    expect(lock.lost()).toBeUndefined();
    rmSync(join(dir, 'writer.lock'));
    const other = await replace();
    expect(lock.lost()).toMatch(
      /writer\.lock was deleted or replaced, so another process may use DATA_DIR: /,
    );
    lock.release();
    expect(lock.lost()).toBeUndefined();
    // The other process keeps its own `server.pid`.
    expect(existsSync(join(dir, 'server.pid'))).toBe(other !== undefined);
  });

  it.each([
    ['ENOSPC', 'the disk is full'],
    ['SQLITE_FULL', 'the disk is full'],
    ['EDQUOT', 'quota'],
    ['EROFS', 'read-only'],
    ['SQLITE_READONLY_DIRECTORY', 'read-only'],
    ['SQLITE_IOERR_WRITE', 'the disk is failing'],
    ['EACCES', 'give this user write access'],
  ])('tells an operator what to do after %s', (code, remedy) => {
    expect(unwritable(dir, Object.assign(new Error(code), { code })).message).toContain(`(${code}): `);
    expect(unwritable(dir, Object.assign(new Error(code), { code })).message).toContain(remedy);
  });

  it('explains in one line how to fix a folder that cannot be written', () => {
    const file = join(dir, '..', 'a-file');
    writeFileSync(file, '');
    for (const impossible of [join(file, 'data'), '/proc/nowhere']) {
      expect(() => lockDataDir(impossible)).toThrow(
        /^DATA_DIR .* cannot be written \(E[A-Z]+\): give this user write access/,
      );
      expect(() => lockDataDir(impossible)).toThrow(DataDirUnusable);
    }
  });
});
