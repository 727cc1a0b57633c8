import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { Limits } from '../limits.js';
import { until } from '../../testing/until.js';

export interface OpenLimits {
  readonly limits: Limits;
  close(): Promise<void>;
}

export interface LimitsUnderTest {
  /** Each call opens the same data. */
  open(): OpenLimits | Promise<OpenLimits>;
  end(): void | Promise<void>;
}

const LONG = { max: 3, windowMs: 3_600_000 };
/** Clocks count whole milliseconds from different moments. */
const CLOCKS_MS = 20;

/** Contract of every `Limits`. */
export function describeLimits(name: string, begin: () => LimitsUnderTest | Promise<LimitsUnderTest>): void {
  describe(`limits: ${name}`, () => {
    let data: LimitsUnderTest;
    let opened: OpenLimits;
    beforeEach(async () => {
      data = await begin();
      opened = await data.open();
    });
    afterEach(async () => {
      await opened.close();
      await data.end();
    });
    /** Count left, or «no». */
    const take = async (key: string, rule = LONG): Promise<number | 'no'> => {
      const taken = await opened.limits.take(key, rule);
      return taken.allowed ? taken.left : 'no';
    };

    it('allows `max` per key, and then returns the time to wait', async () => {
      const from = performance.now();
      expect([await take('a'), await take('a'), await take('a'), await take('a')]).toEqual([2, 1, 0, 'no']);
      expect(await take('b')).toBe(2);
      const refused = await opened.limits.take('a', LONG);
      expect(refused).toEqual({ allowed: false, retryAfterMs: expect.any(Number) });
      const { retryAfterMs } = refused as { retryAfterMs: number };
      const passed = performance.now() - from;
      expect(retryAfterMs).toBeGreaterThan(LONG.windowMs - passed - CLOCKS_MS);
      expect(retryAfterMs).toBeLessThanOrEqual(LONG.windowMs);
    });

    it('counts simultaneous calls', async () => {
      const taken = await Promise.all(Array.from({ length: 30 }, () => take('a')));
      expect(taken.filter((left) => left !== 'no')).toHaveLength(3);
    });

    it('begins a new window when the old one ends, which refused calls do not delay', async () => {
      const short = { max: 1, windowMs: 1_000 };
      const from = performance.now();
      expect(await take('a', short)).toBe(0);
      // Waits for the end of the window. Refused calls must not extend it.
      await until(async () => (await take('a', short)) === 0, 'a new window');
      expect(performance.now() - from).toBeGreaterThan(short.windowMs - CLOCKS_MS);
    });

    it('takes one back, and never below zero', async () => {
      await opened.limits.giveBack('a');
      expect([await take('a'), await take('a')]).toEqual([2, 1]);
      await opened.limits.giveBack('a');
      expect([await take('a'), await take('a'), await take('a')]).toEqual([1, 0, 'no']);
      for (let times = 0; times < 9; times += 1) await opened.limits.giveBack('a');
      expect([await take('a'), await take('a'), await take('a'), await take('a')]).toEqual([2, 1, 0, 'no']);
    });

    it('forgets a key', async () => {
      for (let times = 0; times < 4; times += 1) await take('a');
      await opened.limits.clear('a');
      await opened.limits.clear('never counted');
      expect(await take('a')).toBe(2);
    });

    it('keeps its counts over a restart', async () => {
      await take('a');
      await take('a');
      await opened.close();
      opened = await data.open();
      expect([await take('a'), await take('a')]).toEqual([0, 'no']);
    });

    it('takes keys of any length and content', async () => {
      const long = 'k'.repeat(100_000);
      expect([await take(`${long}1`), await take(`${long}2`), await take('')]).toEqual([2, 2, 2]);
      expect(await take(`${long}1`)).toBe(1);
    });
  });
}
