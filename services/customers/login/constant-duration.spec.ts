import { expect, it } from '@jest/globals';
import { setTimeout as sleep } from 'node:timers/promises';
import { withConstantDuration } from './code-limits.js';

/** Timers may fire a little early. */
const MOMENT_MS = 298;

async function msOf(work: () => Promise<unknown>): Promise<number> {
  const from = performance.now();
  await withConstantDuration(work).catch(() => undefined);
  return performance.now() - from;
}

it('answers or fails at the first multiple of the duration, or at a later one', async () => {
  expect(await msOf(() => Promise.resolve())).toBeGreaterThan(MOMENT_MS);
  expect(await msOf(() => Promise.reject(new Error('planted')))).toBeGreaterThan(MOMENT_MS);
  expect(await msOf(() => sleep(310))).toBeGreaterThan(2 * MOMENT_MS);
});

it('returns the result of the work, and throws its error', async () => {
  expect(await withConstantDuration(() => Promise.resolve('told'))).toBe('told');
  await expect(withConstantDuration(() => Promise.reject(new Error('planted')))).rejects.toThrow('planted');
});
