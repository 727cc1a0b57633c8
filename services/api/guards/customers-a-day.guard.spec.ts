import { expect, it } from '@jest/globals';
import type { ExecutionContext } from '@nestjs/common';
import { CUSTOMERS_A_DAY } from '../../administrators/acts/acts.js';
import { CustomersADayGuard } from './customers-a-day.guard.js';

it('lets an administrator change 200 customers a day, and other administrators go on', async () => {
  const counts = new Map<string, number>();
  const guard = new CustomersADayGuard({
    take: async (key, { max }) => {
      const count = (counts.get(key) ?? 0) + 1;
      counts.set(key, count);
      return count > max
        ? { allowed: false, retryAfterMs: 23.2 * 3_600_000 }
        : { allowed: true, left: max - count };
    },
  });
  const ask = (call: string, userId = 'sue', administrator: object | null = {}) => {
    const request = { caller: { userId, administrator }, routeOptions: { config: { rules: { call } } } };
    const context = { getArgByIndex: () => request } as Partial<ExecutionContext> as ExecutionContext;
    return guard.canActivate(context).catch((error: Error) => error.message);
  };
  const calls = ['freezeUser', 'updateUser', 'signOutUser', 'setCallLimit', 'upgradeUser', 'downgradeUser'];
  for (let done = 0; done < CUSTOMERS_A_DAY; done += 1)
    expect(await ask(calls[done % calls.length]!)).toBe(true);
  for (const call of calls)
    expect(await ask(call)).toBe(
      'You changed 200 customers within 24 hours. Another administrator can go on, or you in 24 hours.',
    );
  expect(await ask('freezeUser', 'sol')).toBe(true);
  for (const call of ['unfreezeUser', 'user', 'refuseApproval']) expect(await ask(call)).toBe(true);
  expect(await ask('freezeUser', 'sue', null)).toBe(true);
});
