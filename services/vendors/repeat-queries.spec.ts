import { expect, it } from '@jest/globals';
import type { CallResult } from './http-call.js';
import { repeatQueriesOf } from './repeat-queries.js';

it('pauses queries to a silent service and keeps asking the others', async () => {
  const repeated = repeatQueriesOf();
  const silence: CallResult = { answered: false, sent: true, reason: 'timeout' };
  let asked = 0;
  const silent = () => {
    asked += 1;
    return Promise.resolve(silence);
  };
  for (let query = 0; query < 25; query += 1) await repeated('airtime', silent);
  expect(await repeated('airtime', silent)).toEqual({ ...silence, sent: false, reason: 'vendor is down' });
  expect(asked).toBe(25);
  const answer: CallResult = { answered: true, status: 200, body: '{}' };
  expect(await repeated('data', () => Promise.resolve(answer))).toEqual(answer);
});
