import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { StoreUnavailable } from '../../infra/event-store/event-store.js';
import { ROUTE_VIEWS } from '../administrators/visits/views.js';
import { ADMIN_EXPORT_PATH } from '../contracts/admin/admin-histories.contract.js';
import { CALLS } from '../contracts/calls.js';
import { RECEIPT_PATH } from '../contracts/history.contract.js';
import { DeclaredRoutes } from './http/declared-routes.js';
import { startTestApi, type TestApi } from './testing/client.js';
import { STUB_PASSWORD } from './testing/stub-people.js';

const EXPORT = `${ADMIN_EXPORT_PATH}fundings.csv`;

describe('views of personal data by administrators and auditors', () => {
  let api: TestApi;
  beforeAll(async () => void (api = await startTestApi()));
  afterAll(() => api.app.close());
  beforeEach(() => {
    api.product.visits.stored.length = 0;
    api.product.visits.refusal = undefined;
  });
  const stored = () => api.product.visits.stored;

  it('are declared by every route of theirs that is no call', () => {
    const doors: ReadonlySet<string> = new Set(['admin', 'auditor', 'session', 'buyer', 'browser-buyer']);
    const routes = api.app
      .get(DeclaredRoutes)
      .list.filter(({ rules: { call, access }, method }) => !call && method === 'GET' && doors.has(access));
    expect(Object.keys(ROUTE_VIEWS).toSorted()).toEqual(routes.map(({ url }) => url).toSorted());
  });

  it('are stored before lists and files are sent, and not for the headers of a file', async () => {
    for (const role of ['admin', 'auditor'] as const) {
      const headers = await api.browser(role, role);
      expect((await api.ask('users', {}, headers)).status).toBe(200);
      expect((await api.get(EXPORT, headers)).status).toBe(200);
      expect((await fetch(new URL(EXPORT, api.url), { method: 'HEAD', headers })).status).toBe(200);
    }
    expect(stored()).toEqual([
      { by: 'admin', shown: 'customers' },
      { by: 'admin', list: 'fundings' },
      { by: 'auditor', shown: 'customers' },
      { by: 'auditor', list: 'fundings' },
    ]);
  });

  it('are not stored for answers without personal data, for refused calls, and for customers', async () => {
    const admin = await api.browser('admin', 'admin');
    expect((await api.ask('salesToday', {}, admin)).status).toBe(200);
    expect((await api.ask('users', { page: 0 }, admin)).status).toBe(422);
    expect((await api.ask('user', { id: 'none' }, admin)).status).toBeGreaterThanOrEqual(400);
    const customer = await api.browser('customer');
    expect((await api.ask('transactions', {}, customer)).status).toBe(200);
    expect((await api.get(`${RECEIPT_PATH}NL1.pdf`, customer)).status).toBe(404);
    expect(stored()).toEqual([]);
  });

  it('are refused with 503 when the event cannot be stored', async () => {
    const headers = await api.browser('admin', 'admin');
    api.product.visits.refusal = new StoreUnavailable('only 3 MB are free');
    for (const answer of [await api.ask('users', {}, headers), await api.get(EXPORT, headers)])
      expect([answer.status, Object.keys(answer.body), answer.body['code']]).toEqual([
        503,
        ['status', 'code', 'message'],
        'LEDGER_UNAVAILABLE',
      ]);
    expect((await api.ask('salesToday', {}, headers)).status).toBe(200);
  });

  it('a sign-in is stored, and ends when it cannot be stored', async () => {
    const enter = (password = STUB_PASSWORD) =>
      api.post(CALLS.adminLogin.path, { username: 'admin@demo.test', password });
    expect((await enter()).status).toBe(200);
    expect((await enter('wrong')).status).toBe(401);
    expect(stored()).toEqual([{ signedIn: 'admin' }, { refused: 'admin@demo.test' }]);
    const begin = { username: 'admin@demo.test', password: STUB_PASSWORD };
    expect((await api.post(CALLS.beginAdminLogin.path, begin)).status).toBe(200);
    expect(stored().slice(2)).toEqual([{ unfinished: 'admin@demo.test' }]);
    api.product.visits.refusal = new StoreUnavailable('only 3 MB are free');
    const refused = await enter();
    expect([refused.status, refused.body['code']]).toEqual([503, 'LEDGER_UNAVAILABLE']);
    const cookie = refused.headers
      .getSetCookie()
      .map((each) => each.split(';')[0])
      .join('; ');
    api.product.visits.refusal = undefined;
    expect((await api.ask('salesToday', {}, { cookie })).status).toBe(401);
  });
});
