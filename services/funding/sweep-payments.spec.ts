import { describe, expect, it } from '@jest/globals';
import { sweepWindows } from './sweep-payments.js';

const HOUR = 3_600_000;
const NOW = 1_000 * 24 * HOUR;

describe('what a sweep looks at', () => {
  it('first: a week, in parts that leave nothing out', () => {
    const windows = sweepWindows(undefined, NOW);
    expect(windows[0]?.from).toBe(NOW - 7 * 24 * HOUR);
    expect(windows.at(-1)?.to).toBe(NOW);
    windows.slice(1).forEach((window, index) => expect(window.from).toBe(windows[index]?.to));
  });

  it('then: what came since, and the hour before once more', () => {
    expect(sweepWindows(NOW - HOUR / 6, NOW)).toEqual([{ from: NOW - HOUR / 6 - HOUR, to: NOW }]);
  });

  it('after a long pause: all of it, in parts', () => {
    const windows = sweepWindows(NOW - 20 * HOUR, NOW);
    expect(windows.map(({ from, to }) => (to - from) / HOUR)).toEqual([6, 6, 6, 3]);
  });

  it('where another clock is a little ahead: the hour before', () => {
    for (const ahead of [1, 5_000, HOUR])
      expect(sweepWindows(NOW + ahead, NOW)).toEqual([{ from: NOW - HOUR, to: NOW }]);
  });

  it('where a clock was far ahead, so that nobody knows until when was looked: a week', () => {
    expect(sweepWindows(NOW + HOUR + 1, NOW)).toEqual(sweepWindows(undefined, NOW));
  });
});
