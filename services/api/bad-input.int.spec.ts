import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { CALLS, type CallName } from '../contracts/calls.js';
import { createApi } from './create-api.js';
import { DeclaredRoutes } from './http/declared-routes.js';
import { sweepHostileValues } from './testing/hostile-values.js';
import { badRequests, sweepBadInput } from './testing/bad-input.js';
import { STUB_API_TOKEN } from './testing/stub-people.js';
import { stubbedProduct } from './testing/stub-rooms.js';

/** Pattern inside zod that counts characters beyond the basic plane. It scans a text once. */
const COUNTING = '[\\uD800-\\uDBFF]';
/** Exceeds every field's maximum length. */
const LONGEST_BOMB = 60_000;

describe('bad input', () => {
  const product = stubbedProduct();
  let app: NestFastifyApplication;
  let baseUrl: string;

  beforeAll(async () => {
    app = await createApi(product.module, product);
    await app.listen(0, '127.0.0.1');
    baseUrl = await app.getUrl();
  });
  afterAll(() => app.close());

  /** Headers of a customer for customer calls, and of an administrator for all others. */
  async function headersOfBoth(): Promise<(call: CallName) => Record<string, string>> {
    const headersOf = async (userId: 'customer' | 'admin', cookie: string) => {
      const role = userId === 'admin' ? 'admin' : 'user';
      const { token, csrfToken } = await product.sessions.start({ userId, role, credentialEpoch: 0 });
      return { cookie: `${cookie}=${token}`, 'x-csrftoken': csrfToken };
    };
    const customer = await headersOf('customer', 'session');
    const admin = await headersOf('admin', 'admin_session');
    return (call) => (['admin', 'auditor'].includes(CALLS[call].access) ? admin : customer);
  }

  it('covers every call that is served', () => {
    const served = app.get(DeclaredRoutes).list.flatMap(({ rules }) => (rules.call ? [rules.call] : []));
    expect([...new Set(served)].sort()).toEqual(Object.keys(CALLS).sort());
    expect(new Set([...badRequests()].map(({ call }) => call)).size).toBe(Object.keys(CALLS).length);
  });

  it('is always refused with the right 4xx, without side effects', async () => {
    const headers = await headersOfBoth();
    const byCookie = await sweepBadInput({
      baseUrl,
      headers,
      happened: () => product.orders.length,
    });
    expect(byCookie.faults).toEqual([]);
    expect(byCookie.sent).toBeGreaterThan(300);
  });

  it('of prototype names and of texts that slow patterns down is refused by name, without slow patterns', async () => {
    const headers = await headersOfBoth();
    const exec = RegExp.prototype.exec;
    let longest = 0;
    const spy = jest.spyOn(RegExp.prototype, 'exec').mockImplementation(function (
      this: RegExp,
      text: string,
    ) {
      if (this.source !== COUNTING) longest = Math.max(longest, String(text).length);
      return exec.call(this, text);
    });
    try {
      const { sent, faults } = await sweepHostileValues({
        baseUrl,
        headers,
        send: 'refused',
      });
      expect(faults).toEqual([]);
      expect(sent).toBeGreaterThan(1_000);
    } finally {
      spy.mockRestore();
    }
    expect(longest).toBeLessThan(LONGEST_BOMB);
  });

  it('is refused in the same way for a server with an API token', async () => {
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
