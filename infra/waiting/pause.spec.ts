import { getEventListeners } from 'node:events';
import { expect, it } from '@jest/globals';
import { pause } from './pause.js';

const listeners = (signal: AbortSignal): number => getEventListeners(signal, 'abort').length;

it('has one listener of a signal for any number of pauses, and none afterwards', async () => {
  const { signal } = new AbortController();
  for (let round = 0; round < 3; round += 1) {
    const pauses = Array.from({ length: 500 }, (_, n) => pause(n % 20, signal));
    expect(listeners(signal)).toBe(1);
    await Promise.all(pauses);
    expect(listeners(signal)).toBe(0);
  }
});

it('ends at once for all who wait when the signal aborts, and does not begin after', async () => {
  const stop = new AbortController();
  const hour = 3_600_000;
  const pauses = Array.from({ length: 50 }, () => pause(hour, stop.signal));
  stop.abort();
  await Promise.all(pauses);
  await pause(hour, stop.signal);
  expect(listeners(stop.signal)).toBe(0);
});
