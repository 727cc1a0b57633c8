import { expect, it } from '@jest/globals';
import { BOTH_BREAKERS, feedDeadVendor, RATE_ALONE } from './dead-vendor.js';

const SALES = { aliveMs: 30_000, deadMs: 90_000, everyMs: 2_000 };

it('a dead vendor is paused in seconds, where the share of deliveries alone feeds it to the end', async () => {
  const both = await feedDeadVendor(7, BOTH_BREAKERS, SALES);
  const alone = await feedDeadVendor(7, RATE_ALONE, SALES);
  expect([both.violations, alone.violations]).toEqual([[], []]);
  expect(both.untilPauseMs).toBeLessThan(60_000);
  expect(both.purchases).toBeLessThan(30);
  expect(alone.untilPauseMs).toBeGreaterThan(SALES.deadMs);
  expect(alone.purchases).toBeGreaterThan(35);
});
