import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { ADMIN_CALLS } from '../../web/e2e/admin/admin-side-rows.js';
import { type Act, ACTS } from '../administrators/acts/acts.js';
import { NEW_FOR_MS } from '../administrators/access/access.decider.js';
import { PERMISSIONS } from '../contracts/admin/administrators.contract.js';
import { CALLS, type Access, type Call, type CallName } from '../contracts/calls.js';
import { lagosDisplay } from '../contracts/fields/lagos-day.js';
import { startTestApi, type TestApi } from './testing/client.js';
import { STUB_AFFILIATE_API_TOKEN, STUB_API_TOKEN } from './testing/stub-people.js';

const declared = (name: CallName): Call => CALLS[name];
const callsFor = (...access: Access[]): CallName[] =>
  (Object.keys(CALLS) as CallName[]).filter((name) => access.includes(declared(name).access));
const NAMES = callsFor('admin', 'auditor');
/** Calls that customers make for themselves and administrators for the house. */
const SHARED = callsFor('buyer', 'browser-buyer');
/**
 * Body that no schema accepts. The answer 422 then shows that every guard let the request pass, without side
 * effects.
 */
const NO_BODY = [1];
const PASSED = '422 VALIDATION_FAILED';

describe('the calls of administrators', () => {
  let api: TestApi;
  beforeAll(async () => void (api = await startTestApi()));
  afterAll(() => api.app.close());
  beforeEach(() => {
    api.product.permissions = ['owner'];
    api.product.permissionsGivenAt = undefined;
  });

  const told = async (name: CallName, headers: Record<string, string> = {}): Promise<string> => {
    const { status, body } = await api.ask(name, NO_BODY, headers);
    return `${status} ${String(body['code'])}`;
  };
  const withoutPermission = async (name: CallName): Promise<string> => {
    api.product.permissions = [];
    return told(name, await api.browser('admin', 'admin'));
  };
  const withEach = async (name: CallName): Promise<Record<string, string>> => {
    const answers: Record<string, string> = {};
    for (const one of PERMISSIONS) {
      api.product.permissions = [one];
      answers[one] = await told(name, await api.browser('admin', 'admin'));
    }
    return answers;
  };
  const expectedOfEach = (name: CallName): Record<string, string> => {
    const { permission } = declared(name);
    const allowed = (one: (typeof PERMISSIONS)[number]): boolean =>
      !permission || one === 'owner' || permission.includes(one);
    return Object.fromEntries(
      PERMISSIONS.map((one) => [one, allowed(one) ? PASSED : '403 PERMISSION_MISSING']),
    );
  };

  it.each(ADMIN_CALLS)('%s of the specification is served, and is covered here', (row) => {
    const [, method = 'POST', address] = /^(?:([A-Z]+) )?(\S+)$/.exec(row)!;
    const path = address!.replace('{id}', ':id');
    const named = (Object.keys(CALLS) as CallName[]).filter(
      (name) => declared(name).path === path && declared(name).method === method,
    );
    expect(named).toHaveLength(1);
    if (path === CALLS.adminLogin.path) expect(declared('adminLogin').access).toBe('public');
    else if (path === CALLS.logout.path) expect(declared('logout').access).toBe('session');
    else expect([...NAMES, ...SHARED]).toContain(named[0]);
  });

  it.each(NAMES)('%s refuses every other role', async (name) => {
    for (const who of ['customer', 'affiliate'])
      expect([who, await told(name, await api.browser(who))]).toEqual([who, '403 WRONG_ROLE']);
    for (const token of [STUB_API_TOKEN, STUB_AFFILIATE_API_TOKEN])
      expect(await told(name, { authorization: `Bearer ${token}` })).toBe('403 WRONG_ROLE');
    const auditor = await told(name, await api.browser('auditor', 'auditor'));
    expect(auditor).toBe(declared(name).access === 'auditor' ? PASSED : '403 WRONG_ROLE');
  });

  it.each([...NAMES, ...SHARED])('%s refuses callers who are not signed in, or no longer', async (name) => {
    expect(await told(name)).toBe('401 AUTH_REQUIRED');
    expect(await told(name, { authorization: `Bearer nl_${'x'.repeat(43)}` })).toBe('401 AUTH_REQUIRED');
    const { SESSION_IDLE, SESSION_MAX } = api.product.config;
    const minute = 60_000;
    for (const role of ['admin', 'auditor'] as const) {
      const gone = await api.browser(role, role);
      await api.product.sessions.endAll(role);
      const unused = await api.browser(role, role, Date.now() - SESSION_IDLE - minute);
      const old = await api.browser(role, role, Date.now() - SESSION_MAX - minute);
      const known = await api.browser(role, role);
      expect(await told(name, known)).not.toMatch(/^401/);
      for (const headers of [unused, old, gone]) {
        const answer = await told(name, headers);
        // Guards look for a customer's cookie first on `SHARED` calls.
        expect(answer).toBe(SHARED.includes(name) ? '401 AUTH_REQUIRED' : '401 SESSION_EXPIRED');
      }
    }
  });

  it.each(NAMES)('%s requires a permission when it changes something', async (name) => {
    const { kind, permission, access } = declared(name);
    // Auditors, too, manage their own access without a permission.
    expect(permission !== undefined).toBe(kind === 'changes' && access === 'admin');
    expect(await withEach(name)).toEqual(expectedOfEach(name));
    expect(await withoutPermission(name)).toBe(permission ? '403 PERMISSION_MISSING' : PASSED);
  });

  it.each([...NAMES, ...SHARED])(
    '%s asks for a new proof after 15 minutes, if its row says so',
    async (name) => {
      const asks = (ACTS as Readonly<Record<string, Act>>)[name]?.stepUp === true;
      const browserOf = (minutes: number) => api.browser('admin', 'admin', Date.now() - minutes * 60_000);
      const [early, late] = [await browserOf(14), await browserOf(16)];
      expect(await told(name, early)).toBe(PASSED);
      expect(await told(name, late)).toBe(asks ? '403 STEP_UP_REQUIRED' : PASSED);
      const token = /admin_session=([^;]+)/.exec(late['cookie']!)![1]!;
      await api.product.sessions.noteProof((await api.product.sessions.find(token))!);
      expect(await told(name, late)).toBe(PASSED);
      for (const who of ['customer', 'affiliate'])
        expect(await told(name, await api.browser(who, 'user', Date.now() - 16 * 60_000))).not.toContain(
          'STEP_UP',
        );
      api.product.permissions = [];
      const unasked = await told(name, await browserOf(16));
      expect(unasked).toBe(declared(name).permission ? '403 PERMISSION_MISSING' : PASSED);
    },
  );

  it.each([...NAMES, ...SHARED])(
    '%s waits for 24 hours after the permission was given, if its row says so',
    async (name) => {
      const waits = (ACTS as Readonly<Record<string, Act>>)[name]?.settled === true;
      const givenBefore = (ms: number) => {
        api.product.permissionsGivenAt = new Date(Date.now() - ms).toISOString();
      };
      givenBefore(NEW_FOR_MS - 60_000);
      expect(await told(name, await api.browser('admin', 'admin'))).toBe(
        waits ? '409 PERMISSION_TOO_NEW' : PASSED,
      );
      for (const who of ['customer', 'affiliate'])
        expect(await told(name, await api.browser(who))).not.toContain('TOO_NEW');
      givenBefore(NEW_FOR_MS);
      expect(await told(name, await api.browser('admin', 'admin'))).toBe(PASSED);
    },
  );

  it('says from which time a new permission works', async () => {
    api.product.permissionsGivenAt = new Date(Date.now() - 3_600_000).toISOString();
    const { body } = await api.ask('publishLegalPage', NO_BODY, await api.browser('admin', 'admin'));
    const from = new Date(Date.parse(api.product.permissionsGivenAt) + NEW_FOR_MS).toISOString();
    expect(body['message']).toContain(`from ${lagosDisplay(from)} on`);
  });

  it('moneyDeskCustomer finds no email for an administrator who may not see identities', async () => {
    const isRefused = async (role: 'admin' | 'auditor'): Promise<boolean> => {
      const headers = await api.browser(role, role);
      const { body } = await api.ask('moneyDeskCustomer', { email: 'ada@mail.test' }, headers);
      return body['code'] === 'PERMISSION_MISSING';
    };
    expect(await isRefused('auditor')).toBe(true);
    for (const one of PERMISSIONS) {
      api.product.permissions = [one];
      const sees = one === 'owner' || one === 'support' || one === 'finance';
      expect([one, await isRefused('admin')]).toEqual([one, !sees]);
    }
  });

  it.each(SHARED)('%s is made for the house with the permission, and never by an auditor', async (name) => {
    const { kind, permission, access } = declared(name);
    if (kind === 'changes') expect(permission).toEqual(['finance']);
    for (const who of ['customer', 'affiliate'])
      expect(await told(name, await api.browser(who))).toBe(PASSED);
    for (const token of [STUB_API_TOKEN, STUB_AFFILIATE_API_TOKEN])
      expect(await told(name, { authorization: `Bearer ${token}` })).toBe(
        access === 'buyer' ? PASSED : '403 WRONG_ROLE',
      );
    expect(await withEach(name)).toEqual(expectedOfEach(name));
    const refused = permission ? '403 PERMISSION_MISSING' : PASSED;
    expect(await withoutPermission(name)).toBe(refused);
    expect(await told(name, await api.browser('auditor', 'auditor'))).toBe(refused);
  });

  it.each(NAMES)('%s accepts only the token and CSRF token of the same session', async (name) => {
    const { accessToken, ...admin } = await api.browser('admin', 'admin');
    const stranger = await api.browser('admin', 'admin');
    const foreign = await api.ask(name, { grabToken: stranger.accessToken }, admin);
    expect([foreign.status, foreign.body['code']]).toEqual([401, 'SESSION_EXPIRED']);
    expect(accessToken).not.toBe(stranger.accessToken);
    if (declared(name).kind === 'reads') return;
    for (const csrf of ['', 'x', stranger['x-csrftoken']!])
      expect(await told(name, { cookie: admin['cookie']!, 'x-csrftoken': csrf })).toBe('403 CSRF_FAILED');
  });
});
