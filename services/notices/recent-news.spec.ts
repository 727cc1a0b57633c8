import { expect, it } from '@jest/globals';
import { RecentNews, NEWS_MAILED_MAX } from './recent-news.js';

it('forgets news of a clock that was ahead', () => {
  const recent = new RecentNews();
  const ask = (id: string, hours: number) => recent.numberOf('grace', id, hours * 3_600_000);
  for (let number = 1; number <= NEWS_MAILED_MAX; number += 1) ask(`ahead-${number}`, 25);
  expect(ask('next', 25)).toBe(NEWS_MAILED_MAX + 1);
  expect(ask('late', 24.5)).toBe(NEWS_MAILED_MAX + 1);
  expect(ask('right', 1)).toBe(1);
});
