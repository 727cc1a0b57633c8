import { beforeEach, expect, it } from '@jest/globals';
import type { ExecutionContext } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { CUSTOMERS_A_DAY } from '../../administrators/acts/acts.js';
import { answerFailure } from '../filters/failures.filter.js';
import { CustomersADayGuard } from './customers-a-day.guard.js';

const CALLS = ['freezeUser', 'updateUser', 'signOutUser', 'setCallLimit', 'upgradeUser', 'downgradeUser'];
const WAIT_MS = 23.2 * 3_600_000;

let counts: Map<string, number>;
beforeEach(() => {
  counts = new Map();
});
const guard = new CustomersADayGuard({
  take: async (key, { max }) => {
    const count = counts.get(key) ?? 0;
    if (count >= max) return { allowed: false, retryAfterMs: WAIT_MS };
    counts.set(key, count + 1);
    return { allowed: true, left: max - count - 1 };
  },
  giveBack: async (key) => void counts.set(key, counts.get(key)! - 1),
});
const pass = (call: string, id: string, userId = 'sue', administrator: object | null = {}) => {
  const routeOptions = { config: { rules: { call } } };
  const request = { caller: { userId, administrator }, params: { id }, routeOptions };
  return guard.canActivate({ getArgByIndex: () => request } as Partial<ExecutionContext> as ExecutionContext);
};
const ask = (...call: Parameters<typeof pass>) =>
  Promise.resolve(pass(...call)).catch((error: unknown) => answerOf(error));
const answerOf = (error: unknown) => {
  const answered = {};
  const reply = {
    raw: {},
    header: (name: string, value: string) => {
      Object.assign(answered, { [name]: value });
      return reply;
    },
    code: () => reply,
    send: (answer: object) => Object.assign(answered, answer),
  };
  answerFailure(error, {} as FastifyRequest, reply as unknown as FastifyReply, {} as never);
  return answered;
};

it('lets an administrator change 200 customers a day, and other administrators go on', async () => {
  for (let done = 0; done < CUSTOMERS_A_DAY; done += 1)
    expect(await ask(CALLS[done % CALLS.length]!, `c${done}`)).toBe(true);
  for (const call of CALLS)
    expect(await ask(call, 'next')).toMatchObject({
      code: 'TOO_MANY_CUSTOMERS',
      message:
        'You changed 200 customers within 24 hours. Another administrator can go on, or you in 24 hours. The page API switch stops sales to all customers at once.',
      policy: 'customers',
      'retry-after': String(WAIT_MS / 1_000),
    });
  expect(await ask('freezeUser', 'next', 'sol')).toBe(true);
  for (const call of ['unfreezeUser', 'user', 'refuseApproval']) expect(await ask(call, 'next')).toBe(true);
});

it('lets customers pass without a promise', () => {
  expect(pass('freezeUser', 'next', 'sue', null)).toBe(true);
});

it('counts a customer once, also while the acts run at once', async () => {
  for (let round = 0; round < 2; round += 1)
    await Promise.all(CALLS.flatMap((call) => ['ada', 'obi'].map((id) => ask(call, id))));
  const others = Array.from({ length: CUSTOMERS_A_DAY }, (_, at) => `c${at}`);
  const answers = await Promise.all(others.map((id) => ask('freezeUser', id)));
  expect(answers.filter((answer) => answer === true)).toHaveLength(CUSTOMERS_A_DAY - 2);
});
