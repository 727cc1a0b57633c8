import { expect, it } from '@jest/globals';
import type { ArgumentsHost } from '@nestjs/common';
import type { Logger } from 'pino';
import { ReadModelsUnavailable } from '../../../infra/read-store/view.js';
import { SessionsUnavailable } from '../../../infra/sessions/session-store.js';
import { RuleBroken } from '../../contracts/errors.js';
import { FailuresFilter } from './failures.filter.js';

it('logs why a store does not answer, once for many calls', () => {
  const logged: unknown[] = [];
  const sent: number[] = [];
  const reply = {
    header: () => reply,
    code: (status: number) => {
      sent.push(status);
      return reply;
    },
    send: () => reply,
  };
  const host = { getArgs: () => [{ routeOptions: { url: '/api/user_transactions' } }, reply] };
  const logger = { warn: (facts: { err: Error }) => logged.push(facts) } as unknown as Logger;
  const filter = new FailuresFilter(logger);
  const late = new ReadModelsUnavailable('the read models do not answer', { cause: new Error('time limit') });
  const away = new SessionsUnavailable('Redis is away');
  for (const error of [late, new RuleBroken('OVERLOADED', { seconds: 1 }), late, away, late])
    filter.catch(error, host as unknown as ArgumentsHost);
  expect(sent).toEqual([503, 503, 503, 503, 503]);
  expect(logged).toEqual([
    { err: late, route: '/api/user_transactions' },
    { err: away, route: '/api/user_transactions' },
  ]);
});
