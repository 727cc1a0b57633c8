import { describe, expect, it } from '@jest/globals';
import { sweepWindow, sweepWindows } from './sweep-payments.js';

const HOUR = 3_600_000;
const NOW = 1_000 * 24 * HOUR;

const listed = (transactionReference: string, said?: bigint) => ({ transactionReference, said });

describe('sweepWindows', () => {
  it('covers a week at first, in parts without gaps', () => {
    const windows = sweepWindows(undefined, NOW);
    expect(windows[0]?.from).toBe(NOW - 7 * 24 * HOUR);
    expect(windows.at(-1)?.to).toBe(NOW);
    windows.slice(1).forEach((window, index) => expect(window.from).toBe(windows[index]?.to));
  });

  it('covers the time since the last sweep and an hour of overlap', () => {
    expect(sweepWindows(NOW - HOUR / 6, NOW)).toEqual([{ from: NOW - HOUR / 6 - HOUR, to: NOW }]);
  });

  it('covers all of a long pause, in parts', () => {
    const windows = sweepWindows(NOW - 20 * HOUR, NOW);
    expect(windows.map(({ from, to }) => (to - from) / HOUR)).toEqual([6, 6, 6, 3]);
  });

  it('covers the last hour when another clock was a little ahead', () => {
    for (const ahead of [1, 5_000, HOUR])
      expect(sweepWindows(NOW + ahead, NOW)).toEqual([{ from: NOW - HOUR, to: NOW }]);
  });

  it('covers a week when another clock was far ahead', () => {
    expect(sweepWindows(NOW + HOUR + 1, NOW)).toEqual(sweepWindows(undefined, NOW));
  });
});

describe('sweepWindow', () => {
  it('reports the other payments of a list with unreadable rows, and hands those rows over', async () => {
    const row = { field: 'reference', type: 'nothing', digest: 'd' } as const;
    const provider = {
      async *references() {
        yield* await Promise.resolve([listed('a'), row, listed('b', 500n)]);
      },
    };
    const [reported, unread]: unknown[][] = [[], []];
    const found = await sweepWindow(
      provider,
      { from: 1, to: 2 },
      (payment) => Promise.resolve(void reported!.push(payment)),
      (each) => Promise.resolve(void unread!.push(each)),
    );
    expect([found, reported, unread]).toEqual([2, [listed('a'), listed('b', 500n)], [row]]);
  });
});
