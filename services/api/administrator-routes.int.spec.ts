import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { ADMIN_EXPORT_PATH, ADMIN_EXPORTS } from '../contracts/admin/admin-histories.contract.js';
import { PERMISSIONS } from '../contracts/admin/administrators.contract.js';
import { AUDIT_PATHS } from '../contracts/admin/audit.contract.js';
import { ADMIN_LIVE_PATH, CALLS } from '../contracts/calls.js';
import { RECEIPT_PATH, RECEIPT_PROOF_PATH } from '../contracts/history.contract.js';
import { DeclaredRoutes } from './http/declared-routes.js';
import { startTestApi, type TestApi } from './testing/client.js';
import { STUB_AFFILIATE_API_TOKEN, STUB_API_TOKEN } from './testing/stub-people.js';

/** Routes for administrators and auditors outside the `CALLS` table. */
const ROUTES = [ADMIN_LIVE_PATH, `${ADMIN_EXPORT_PATH}:file`, ...Object.values(AUDIT_PATHS)];
/** Routes for customers, and for administrators with the permission of the house. */
const SHARED = [`${RECEIPT_PATH}:file`, `${RECEIPT_PROOF_PATH}:reference/proof`];
const addressesOf = (routes: readonly string[]): string[] =>
  routes.flatMap((route) =>
    route === `${ADMIN_EXPORT_PATH}:file`
      ? ADMIN_EXPORTS.map((list) => `${ADMIN_EXPORT_PATH}${list}.csv`)
      : [route.replaceAll(/:\w+/g, 'none')],
  );
const METHODS = ['GET', 'HEAD'] as const;
const MINUTE_MS = 60_000;

describe('routes of administrators outside the call table', () => {
  let api: TestApi;
  beforeAll(async () => void (api = await startTestApi()));
  afterAll(() => api.app.close());
  beforeEach(() => void (api.product.permissions = ['owner']));

  /** Streams end after their headers, and HEAD answers have no code. */
  const told = async (path: string, headers: Record<string, string> = {}): Promise<string[]> => {
    const answers: string[] = [];
    for (const method of METHODS) {
      const given = new AbortController();
      const answer = await fetch(new URL(path, api.url), { method, headers, signal: given.signal });
      const refused = method === 'GET' && [401, 403].includes(answer.status);
      const { code } = refused ? ((await answer.json()) as { code?: string }) : {};
      given.abort();
      answers.push(code === undefined ? String(answer.status) : `${answer.status} ${code}`);
    }
    return answers;
  };
  const refusal = (status: number, code: string): string[] => [`${status} ${code}`, String(status)];
  const passed = expect.not.arrayContaining([expect.stringMatching(/^40[13]/)]);
  const tokens = [STUB_API_TOKEN, STUB_AFFILIATE_API_TOKEN].map((token) => ({
    authorization: `Bearer ${token}`,
  }));

  it('are all covered here', () => {
    const known = new Set(Object.values(CALLS).map(({ path }) => path));
    const beside = (...accesses: string[]): string[] =>
      api.app
        .get(DeclaredRoutes)
        .list.filter(({ rules, url }) => accesses.includes(rules.access) && !known.has(`${url}/`))
        .filter(({ rules: { call }, method }) => call === undefined && method === 'GET')
        .map(({ url }) => url);
    expect(beside('admin', 'auditor').toSorted()).toEqual(ROUTES.toSorted());
    expect(beside('session', 'buyer', 'browser-buyer').toSorted()).toEqual(SHARED.toSorted());
    const others = api.app.get(DeclaredRoutes).list.filter(({ rules }) => rules.call === undefined);
    expect(others.filter(({ rules }) => rules.kind !== 'reads' && rules.access !== 'provider')).toEqual([]);
  });

  it.each(addressesOf(ROUTES))('%s refuses customers, affiliates and API tokens', async (path) => {
    for (const who of ['customer', 'affiliate'])
      expect([who, await told(path, await api.browser(who))]).toEqual([who, refusal(403, 'WRONG_ROLE')]);
    for (const token of tokens) expect(await told(path, token)).toEqual(refusal(403, 'WRONG_ROLE'));
  });

  it.each(addressesOf(ROUTES))('%s can be read by auditors and every administrator', async (path) => {
    expect(await told(path, await api.browser('auditor', 'auditor'))).toEqual(passed);
    for (const permissions of [[], ...PERMISSIONS.map((one) => [one])]) {
      api.product.permissions = permissions;
      expect([permissions, await told(path, await api.browser('admin', 'admin'))]).toEqual([
        permissions,
        passed,
      ]);
    }
  });

  it.each(addressesOf([...ROUTES, ...SHARED]))(
    '%s refuses callers who are not signed in, or no longer',
    async (path) => {
      const nobody = refusal(401, 'AUTH_REQUIRED');
      expect(await told(path)).toEqual(nobody);
      expect(await told(path, { authorization: `Bearer nl_${'x'.repeat(43)}` })).toEqual(nobody);
      const { SESSION_IDLE, SESSION_MAX } = api.product.config;
      const theirs = !addressesOf(SHARED).includes(path);
      for (const role of ['admin', 'auditor'] as const) {
        const gone = await api.browser(role, role);
        await api.product.sessions.endAll(role);
        const unused = await api.browser(role, role, Date.now() - SESSION_IDLE - MINUTE_MS);
        const old = await api.browser(role, role, Date.now() - SESSION_MAX - MINUTE_MS);
        for (const headers of [unused, old, gone])
          // Guards look for a customer's cookie first on `SHARED` routes.
          expect(await told(path, headers)).toEqual(theirs ? refusal(401, 'SESSION_EXPIRED') : nobody);
      }
    },
  );

  it.each(addressesOf(SHARED))('%s can be read for the house with the permission', async (path) => {
    for (const who of ['customer', 'affiliate'])
      expect(await told(path, await api.browser(who))).toEqual(passed);
    const refused = refusal(403, 'PERMISSION_MISSING');
    expect(await told(path, await api.browser('auditor', 'auditor'))).toEqual(refused);
    for (const permissions of [[], ...PERMISSIONS.map((one) => [one])]) {
      api.product.permissions = permissions;
      const may = permissions.some((one) => one === 'owner' || one === 'finance');
      expect([permissions, await told(path, await api.browser('admin', 'admin'))]).toEqual([
        permissions,
        may ? passed : refused,
      ]);
    }
  });
});
