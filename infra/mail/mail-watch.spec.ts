import { expect, it } from '@jest/globals';
import { setImmediate as turn } from 'node:timers/promises';
import { MailWatch } from './mail-watch.js';

const MINUTE = 60_000;

it('knows since when the mail server fails, and forgets it at the first answer', async () => {
  let now = 0;
  let checks = 0;
  let answer = (): Promise<void> => Promise.resolve();
  const clock = { monotonicMs: () => now, nowMs: () => now };
  const watch = new MailWatch({ check: () => ((checks += 1), answer()) }, clock);
  const lookAt = async (minutes: number): Promise<void> => {
    now = minutes * MINUTE;
    watch.look();
    await turn();
  };
  let refuse = (_: Error): void => undefined;
  answer = () => new Promise((_, reject) => (refuse = reject));
  await lookAt(0);
  await lookAt(5);
  expect([checks, watch.failingSince]).toEqual([1, undefined]);
  refuse(new Error('away'));
  await turn();
  expect(watch.failingSince).toBe(5 * MINUTE);
  answer = () => Promise.reject(new Error('away'));
  await lookAt(6);
  await lookAt(6.5);
  await lookAt(8);
  expect([checks, watch.failingSince]).toEqual([3, 5 * MINUTE]);
  answer = () => Promise.resolve();
  await lookAt(9.9);
  expect(watch.failingSince).toBe(5 * MINUTE);
  await lookAt(10);
  expect(watch.failingSince).toBeNull();
});
