import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, describe, expect, it } from '@jest/globals';
import type { Pooled } from './process-pool.js';
import { until } from './until.js';

// The module reads its folder once. In that of the run, this spec would end the processes of other suites.
const folder = (process.env['TEST_POOL_DIR'] = mkdtempSync(join(tmpdir(), 'pool-spec-')));
const { ProcessPool } = await import('./process-pool.js');
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function poolOf(settings: object, answers = async (): Promise<boolean> => true) {
  const pool = new ProcessPool<Pooled>(
    'sleeper',
    { settings, spec: 'process-pool' },
    async () => {
      const child = spawn(process.execPath, ['-e', 'setInterval(() => undefined, 60_000)'], {
        stdio: 'ignore',
        detached: true,
      });
      child.unref();
      started.push(child.pid!);
      return { pid: child.pid!, url: '' };
    },
    answers,
  );
  return pool;
}
const started: number[] = [];
const runs = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

afterEach(() => {
  for (const pid of started.splice(0)) if (runs(pid)) process.kill(pid, 'SIGKILL');
});

describe('a pool of processes', () => {
  it('hands a process that was given back to the next suite', async () => {
    const pool = poolOf({ one: 1 });
    const first = await pool.take();
    pool.giveBack(first);
    expect(await poolOf({ one: 1 }).take()).toEqual(first);
  });

  it('starts another process while the first is in use, and for other settings', async () => {
    const first = await poolOf({ two: 2 }).take();
    const second = await poolOf({ two: 2 }).take();
    const other = await poolOf({ two: 3 }).take();
    expect(new Set([first.pid, second.pid, other.pid]).size).toBe(3);
  });

  it('replaces a process that died or does not answer, and removes its folder', async () => {
    const [dying, silent] = [poolOf({ three: 3 }), poolOf({ four: 4 }, async () => false)];
    const [dead, mute] = [await dying.take(), await silent.take()];
    dying.giveBack(dead);
    silent.giveBack(mute);
    process.kill(dead.pid, 'SIGKILL');
    await until(() => !runs(dead.pid), 'the end of the process');
    expect((await dying.take()).pid).not.toBe(dead.pid);
    expect((await silent.take()).pid).not.toBe(mute.pid);
    await until(() => !runs(mute.pid), 'the end of the process');
    expect([dead, mute].map(({ folder }) => existsSync(folder))).toEqual([false, false]);
  });

  it('ends the process that was idle longest when more than six are idle', async () => {
    const pools = Array.from({ length: 6 }, (_, n) => poolOf({ idle: n }));
    const taken = await Promise.all(pools.map((pool) => pool.take()));
    const order = [3, 0, 4, 1, 5, 2];
    for (const n of order) {
      pools[n]!.giveBack(taken[n]!);
      // Longer than a tick of the clock of the file system.
      await sleep(20);
    }
    await poolOf({ idle: 'one more' }).take();
    await until(() => taken.some(({ pid }) => !runs(pid)), 'the end of a process');
    expect(taken.filter(({ pid }) => !runs(pid))).toEqual([taken[3]]);
  });

  it('gives each suite a process of its own', async () => {
    const pool = poolOf({ five: 5 });
    pool.giveBack(await pool.take());
    const taken = await Promise.all([pool.take(), pool.take(), pool.take()]);
    expect(new Set(taken.map(({ pid }) => pid)).size).toBe(3);
  });
});
