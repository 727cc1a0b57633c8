import { describe, expect, it } from '@jest/globals';
import { nextQueryIn } from './next-query.js';

const S = 1_000;
const MIN = 60 * S;
const REAL = [15 * S, 30 * S, MIN, 2 * MIN, 5 * MIN, 10 * MIN, 20 * MIN, 30 * MIN, 60 * MIN];

describe('the time of the next query', () => {
  it.each([
    ['at once', 0, 15 * S],
    ['after 10 s', 10 * S, 5 * S],
    ['right after the first question', 15 * S, 30 * S],
    ['a little after it', 16 * S, 29 * S],
    ['after the second', 45 * S, MIN],
    ['after the last wait of the list', 128 * MIN + 45 * S, 60 * MIN],
    ['in the hourly part', 128 * MIN + 45 * S + 90 * MIN, 30 * MIN],
  ])('%s', (_, age, expected) => expect(nextQueryIn(REAL, age, 1_000)).toBe(expected));

  it('is undefined after 24 hours', () => {
    expect(nextQueryIn(REAL, 24 * 60 * MIN, 1_000)).toBeUndefined();
    let age = 0;
    let asked = 0;
    for (let wait = nextQueryIn(REAL, age, 1_000); wait !== undefined; wait = nextQueryIn(REAL, age, 1_000)) {
      age += wait;
      asked += 1;
    }
    expect(age).toBeLessThanOrEqual(24 * 60 * MIN);
    expect(asked).toBe(30);
  });

  it('respects the query limit of the vendor', () => {
    expect(nextQueryIn(REAL, 15 * S, 2)).toBe(30 * S);
    expect(nextQueryIn(REAL, 45 * S, 2)).toBeUndefined();
  });

  it('is undefined without a schedule', () => expect(nextQueryIn([], 0, 10)).toBeUndefined());
});
