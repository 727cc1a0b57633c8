import { afterEach, expect, it } from '@jest/globals';
import { ClockWatch, watchClock } from './clock-watch.js';
import { host, replaceHost, type Timer } from './host.js';

const HOUR_MS = 3_600_000;
let restore = (): void => undefined;
afterEach(() => restore());

/** Clocks that a test sets. `tick` runs the repeating callbacks. */
function clocks() {
  const at = { wall: Date.parse('2026-03-10T08:00:00Z'), monotonic: 1_000, tick: (): void => undefined };
  const timer: Timer = { unref: () => timer, cancel: () => (at.tick = () => undefined) };
  restore = replaceHost({
    ...host,
    nowMs: () => at.wall,
    monotonicMs: () => at.monotonic,
    startRepeating: (callback) => {
      at.tick = callback;
      return timer;
    },
  });
  const pass = (ms: number): void => {
    at.wall += ms;
    at.monotonic += ms;
  };
  return { at, pass };
}

it('sees a step back and a step forward, and no step while both clocks agree', () => {
  const { at, pass } = clocks();
  const watch = new ClockWatch();
  pass(HOUR_MS);
  at.wall += 900;
  expect([watch.look(), watch.within(HOUR_MS)]).toEqual([undefined, undefined]);
  at.wall -= 2 * HOUR_MS;
  pass(10_000);
  expect(watch.look()).toEqual({ byMs: -2 * HOUR_MS });
  expect(watch.look()).toBeUndefined();
  expect(watch.within(HOUR_MS)).toEqual({ byMs: -2 * HOUR_MS });
  pass(HOUR_MS);
  expect(watch.within(HOUR_MS)).toBeUndefined();
  at.wall += 60_000;
  expect(watch.look()).toEqual({ byMs: 60_000 });
});

it('reports each step once until the watch ends', () => {
  const { at } = clocks();
  const steps: number[] = [];
  const end = watchClock(({ byMs }) => steps.push(byMs));
  at.tick();
  at.wall += HOUR_MS;
  at.tick();
  at.tick();
  end();
  at.wall += HOUR_MS;
  at.tick();
  expect(steps).toEqual([HOUR_MS]);
});
