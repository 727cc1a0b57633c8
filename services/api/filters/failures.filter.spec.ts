import { expect, it } from '@jest/globals';
import type { ArgumentsHost } from '@nestjs/common';
import type { Logger } from 'pino';
import { notItsHash } from '../../../infra/event-store/lmdb/ledger-damaged.js';
import { ReadModelsUnavailable } from '../../../infra/read-store/view.js';
import { SessionsUnavailable } from '../../../infra/sessions/session-store.js';
import { type ErrorCode, ERRORS, type FailureAnswer, RuleBroken, statusOf } from '../../contracts/errors.js';
import { storeRefusal } from '../../wallet/unreadable-wallet.js';
import { FailuresFilter } from './failures.filter.js';

function filtered(level: 'warn' | 'error', errors: readonly Error[]) {
  const logged: unknown[] = [];
  const sent: number[] = [];
  const headers: Record<string, string>[] = [];
  const bodies: FailureAnswer[] = [];
  const reply = {
    raw: {},
    header: (name: string, value: string) => {
      headers[bodies.length] = { ...headers[bodies.length], [name]: value };
      return reply;
    },
    code: (status: number) => {
      sent.push(status);
      return reply;
    },
    send: (body: FailureAnswer) => {
      bodies.push(body);
      return reply;
    },
  };
  const host = { getArgs: () => [{ routeOptions: { url: '/api/user_transactions' } }, reply] };
  const logger = { [level]: (facts: object) => logged.push(facts) } as unknown as Logger;
  const filter = new FailuresFilter(logger);
  for (const error of errors) filter.catch(error, host as unknown as ArgumentsHost);
  return { told: { sent, logged }, headers, bodies };
}

it('logs why a store does not answer, once for many calls', () => {
  const late = new ReadModelsUnavailable('the read models do not answer', { cause: new Error('time limit') });
  const away = new SessionsUnavailable('Redis is away');
  const errors = [late, new RuleBroken('OVERLOADED', { seconds: 1 }), late, away, late];
  expect(filtered('warn', errors).told).toEqual({
    sent: [503, 503, 503, 503, 503],
    logged: [
      { err: late, route: '/api/user_transactions' },
      { err: away, route: '/api/user_transactions' },
    ],
  });
});

it('logs damage of the log once for each position, also when a command met it', () => {
  const first = notItsHash('a.ledger', 3);
  const second = notItsHash('a.ledger', 4);
  const refused = storeRefusal(first) as RuleBroken;
  expect(filtered('error', [refused, first, second, second]).told).toEqual({
    sent: [503, 503, 503, 503],
    logged: [
      { err: first, route: '/api/user_transactions' },
      { err: second, route: '/api/user_transactions' },
    ],
  });
});

it('says with each 429 and 503 when to send the call again, and with each 429 which limit it exceeds', () => {
  const codes = (Object.keys(ERRORS) as ErrorCode[]).filter((code) => [429, 503].includes(statusOf(code)));
  const lookup = new RuleBroken('RATE_LIMITED', { seconds: 7, policy: 'lookup' });
  const errors = [...codes.map((code) => new RuleBroken(code)), lookup];
  const { headers, bodies } = filtered('warn', errors);
  expect(headers.map((sent) => Number(sent['retry-after']) > 0)).toEqual(errors.map(() => true));
  expect(bodies.map(({ policy }) => policy !== undefined)).toEqual(
    errors.map(({ code }) => statusOf(code) === 429),
  );
  expect([bodies.at(-1)?.policy, headers.at(-1)?.['retry-after']]).toEqual(['lookup', '7']);
});
