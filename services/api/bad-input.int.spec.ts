import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { CALLS } from '../contracts/calls.js';
import { createApi } from './create-api.js';
import { DeclaredRoutes } from './declared-routes.js';
import { badRequests, sweepBadInput } from './testing/bad-input.js';
import { STUB_API_TOKEN, stubbedProduct } from './testing/stub-deps.js';

describe('bad input', () => {
  const product = stubbedProduct();
  let app: NestFastifyApplication;
  let baseUrl: string;

  beforeAll(async () => {
    app = await createApi(product.deps);
    await app.listen(0, '127.0.0.1');
    baseUrl = await app.getUrl();
  });
  afterAll(() => app.close());

  it('covers every call that is served', () => {
    const served = app.get(DeclaredRoutes).list.flatMap(({ rules }) => (rules.call ? [rules.call] : []));
    expect([...new Set(served)].sort()).toEqual(Object.keys(CALLS).sort());
    expect(new Set([...badRequests()].map(({ call }) => call)).size).toBe(Object.keys(CALLS).length);
  });

  it('is always refused with the right 4xx, and nothing happens', async () => {
    const { session, token, csrfToken } = await product.sessions.start({ userId: 'customer', role: 'user' });
    expect(session.userId).toBe('customer');
    const cookie = { cookie: `session=${token}; csrftoken=${csrfToken}`, 'x-csrftoken': csrfToken };
    const byCookie = await sweepBadInput({
      baseUrl,
      headers: () => cookie,
      happened: () => product.orders.length,
    });
    expect(byCookie.faults).toEqual([]);
    expect(byCookie.sent).toBeGreaterThan(300);
  });

  it('is refused alike when a server sends it', async () => {
    const calls = ['airtimeQuote', 'buyAirtime', 'transaction', 'transactions', 'userData'] as const;
    const headers = { authorization: `Bearer ${STUB_API_TOKEN}` };
    const byToken = await sweepBadInput({
      baseUrl,
      calls: [...calls],
      headers: () => headers,
      happened: () => product.orders.length,
    });
    expect(byToken.faults).toEqual([]);
  });
});
