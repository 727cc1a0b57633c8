import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { PERMISSIONS } from '../contracts/admin/administrators.contract.js';
import { CALLS, type Call, type CallName } from '../contracts/calls.js';
import { startTestApi, type TestApi } from './testing/client.js';
import { STUB_API_TOKEN } from './testing/stub-rooms.js';

const declared = (name: CallName): Call => CALLS[name];
const NAMES = (Object.keys(CALLS) as CallName[]).filter((name) =>
  ['admin', 'auditor'].includes(declared(name).access),
);
/** No shape takes it: whoever is told 422 has passed every guard, and nothing happens. */
const NO_BODY = [1];

describe('the calls of administrators', () => {
  let api: TestApi;
  beforeAll(async () => void (api = await startTestApi()));
  afterAll(() => api.app.close());
  beforeEach(() => void (api.product.permissions = ['owner']));

  const told = async (name: CallName, headers: Record<string, string>): Promise<string> => {
    const { status, body } = await api.ask(name, NO_BODY, headers);
    return `${status} ${String(body['code'])}`;
  };

  it.each(NAMES)('%s is for nobody of another role', async (name) => {
    expect(await told(name, await api.browser('customer'))).toBe('403 WRONG_ROLE');
    expect(await told(name, { authorization: `Bearer ${STUB_API_TOKEN}` })).toBe('403 WRONG_ROLE');
    const auditor = await told(name, await api.browser('auditor', 'auditor'));
    expect(auditor).toBe(declared(name).access === 'auditor' ? '422 VALIDATION_FAILED' : '403 WRONG_ROLE');
  });

  it.each(NAMES)('%s asks for a permission where it changes something', async (name) => {
    const { kind, permission } = declared(name);
    // What somebody does about their own access is theirs to do, an auditor's too.
    expect(permission !== undefined).toBe(kind === 'changes' && declared(name).access === 'admin');
    for (const one of PERMISSIONS) {
      api.product.permissions = [one];
      const allowed = !permission || one === 'owner' || permission.includes(one);
      expect([one, await told(name, await api.browser('admin', 'admin'))]).toEqual([
        one,
        allowed ? '422 VALIDATION_FAILED' : '403 PERMISSION_MISSING',
      ]);
    }
    api.product.permissions = [];
    if (permission)
      expect(await told(name, await api.browser('admin', 'admin'))).toBe('403 PERMISSION_MISSING');
  });

  it.each(NAMES)('%s takes the token and the CSRF token of this very session alone', async (name) => {
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
