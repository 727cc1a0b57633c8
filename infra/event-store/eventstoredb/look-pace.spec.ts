import { describe, expect, it } from '@jest/globals';
import { LookPace } from './look-pace.js';

const answers = (pace: LookPace, count: number, tookMs: number): void => {
  for (let n = 0; n < count; n += 1) pace.answered(tookMs);
};
const looksOf = (pace: LookPace): number => {
  let looks = 0;
  while (pace.take()) looks += 1;
  return looks;
};

describe('looks for slow appends', () => {
  it('begin after 150 ms while appends are quick, and after four times the p99 under load', () => {
    const pace = new LookPace(2_500);
    expect(pace.firstMs).toBe(150);
    answers(pace, 256, 5);
    expect(pace.firstMs).toBe(150);
    answers(pace, 256, 200);
    expect(pace.firstMs).toBe(800);
    answers(pace, 256, 5);
    expect(pace.firstMs).toBe(150);
  });

  it('begin within the limit however slow the server is', () => {
    const pace = new LookPace(2_500);
    answers(pace, 256, 4_000);
    expect(pace.firstMs).toBe(2_500);
  });

  it('are 5 % of the appends, after a burst of 16', () => {
    const pace = new LookPace(2_500);
    expect(looksOf(pace)).toBe(16);
    answers(pace, 200, 5);
    expect(looksOf(pace)).toBeCloseTo(10, -0.5);
    answers(pace, 10_000, 5);
    expect(looksOf(pace)).toBe(16);
  });
});
