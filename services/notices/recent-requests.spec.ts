import { expect, it } from '@jest/globals';
import { RecentRequests, REQUESTS_MAILED_MAX } from './recent-requests.js';

it('forgets requests of a clock that was ahead', () => {
  const requests = new RecentRequests();
  const ask = (id: string, hours: number) => requests.numberOf('grace', id, hours * 3_600_000);
  for (let number = 1; number <= REQUESTS_MAILED_MAX; number += 1) ask(`ahead-${number}`, 25);
  expect(ask('next', 25)).toBe(REQUESTS_MAILED_MAX + 1);
  expect(ask('late', 24.5)).toBe(REQUESTS_MAILED_MAX + 1);
  expect(ask('right', 1)).toBe(1);
});
