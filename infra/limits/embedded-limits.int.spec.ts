import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { openLmdbSessions } from '../sessions/open-lmdb-sessions.js';
import { EmbeddedLimits, type Counted } from './embedded-limits.js';
import { describeLimits } from './testing/limits.contract.js';

const folder = (): string => mkdtempSync(join(tmpdir(), 'limits-'));

describeLimits('LMDB', () => {
  const dir = folder();
  return { open: () => openLmdbSessions({ dir }), end: () => rmSync(dir, { recursive: true }) };
});

describe('embedded limits', () => {
  it('drop ended windows, in memory and on disk', async () => {
    const disk = new Map<string, Counted>();
    const kept = {
      entries: () => disk,
      put: async (key: string, counted: Counted) => disk.set(key, counted),
      remove: async (key: string) => disk.delete(key),
    };
    let now = 1_000;
    const limits = new EmbeddedLimits(kept, () => now);
    for (let index = 0; index < 50; index += 1) await limits.take(`k${index}`, { max: 1, windowMs: 1_000 });
    await limits.take('long', { max: 2, windowMs: 600_000 });
    now += 60_000;
    expect(await limits.take('long', { max: 2, windowMs: 600_000 })).toEqual({ allowed: true, left: 0 });
    expect(disk.size).toBe(1);
  });

  it('end a window of a clock that was ahead within the length of the window', async () => {
    const disk = new Map<string, Counted>();
    const kept = {
      entries: () => disk,
      put: async (key: string, counted: Counted) => disk.set(key, counted),
      remove: async (key: string) => disk.delete(key),
    };
    const rule = { max: 1, windowMs: 60_000 };
    let now = 7_200_000;
    const limits = new EmbeddedLimits(kept, () => now);
    await limits.take('login', rule);
    now = 1_000;
    expect(await limits.take('login', rule)).toEqual({ allowed: false, retryAfterMs: 60_000 });
    now += 59_000;
    expect(await limits.take('login', rule)).toEqual({ allowed: false, retryAfterMs: 1_000 });
    now += 1_000;
    expect(await limits.take('login', rule)).toEqual({ allowed: true, left: 0 });
  });

  it('keep no key that reveals an address or an email', async () => {
    const dir = folder();
    const { limits, close } = openLmdbSessions({ dir });
    await limits.take('login:account:ada@example.test', { max: 1, windowMs: 60_000 });
    expect(readFileSync(join(dir, 'sessions.mdb')).toString('latin1')).not.toContain('ada@example');
    await close();
    rmSync(dir, { recursive: true });
  });
});
