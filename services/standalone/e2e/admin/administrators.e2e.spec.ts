import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { eventually, send, signIn } from '../../testing/callers.js';
import type { SignedIn } from '../../testing/callers.js';
import { hireAdministrator } from '../../testing/hire-administrator.js';
import { ownWord } from '../../testing/own-word.js';
import { newAuditor, newCustomer, ownEmail } from '../../testing/people.js';
import { type SharedProduct, takeProduct } from '../../testing/shared-product.js';

let product: SharedProduct;
let owner: SignedIn;
let auditor: SignedIn;
let customer: SignedIn;

const PASSWORD = 'a long password 1';
const ADA = { email: ownEmail('ada'), firstName: 'Ada', lastName: 'Obi', permission: 'owner' };
const BOLA = { email: ownEmail('bola'), firstName: 'Bola', lastName: 'Ade', permission: 'owner' };
const CHIDI = { email: ownEmail('chidi'), firstName: 'Chidi', lastName: 'Eze', permission: 'support' };
/** Unique to this suite. */
const HELLO = `Hello ${ownWord()}`;
let auditorEmail: string;
let customerEmail: string;

beforeAll(async () => {
  product = await takeProduct();
  for (const hired of [ADA, BOLA, CHIDI])
    await hireAdministrator(product.folder, { ...hired, password: PASSWORD });
  owner = await enter(ADA.email);
  const [reader, shopper] = [await newAuditor(product, 'Efe'), await newCustomer(product, { naira: 0 })];
  [auditorEmail, customerEmail] = [reader.email, shopper.email];
  auditor = await signIn(product.url, reader.email, reader.password, 'admin');
  customer = await signIn(product.url, shopper.email, shopper.password);
});

afterAll(async () => {
  if (owner) {
    const { body } = await post('/api/get_broad_cast/', { search: HELLO });
    for (const { id } of body['broadcast_info'] as Row[])
      await post('/api/deactivate-broadcast/', { broadcastId: id });
  }
  product?.giveBack();
});

interface Row {
  readonly id: string;
  readonly email: string;
  readonly own: boolean;
  readonly [field: string]: unknown;
}
const post = (path: string, body: unknown = {}, { headers } = owner) =>
  send(product.url + path, 'POST', body, headers);
const enter = (email: string) => signIn(product.url, email, PASSWORD, 'admin');
const knock = (email: string, password = PASSWORD) =>
  send(`${product.url}/api/admin-login/`, 'POST', { username: email, password });
const rows = async (by = owner): Promise<Row[]> =>
  (await post('/api/admin-administrators/', {}, by)).body['administrators'] as Row[];
const rowOf = async (email: string): Promise<Row> => {
  const all = await eventually(
    () => rows(),
    (listed) => listed.some((row) => row.email === email),
  );
  return all.find((row) => row.email === email)!;
};
const acts = async () =>
  (await post('/api/admin-activity/', { page: 1, page_size: 100 })).body['activity'] as Row[];

describe('the list of administrators', () => {
  it('shows names, permissions and sessions, with emails masked for auditors', async () => {
    const bola = await rowOf(BOLA.email);
    expect(bola).toMatchObject({
      first_name: 'Bola',
      last_name: 'Ade',
      role: 'admin',
      permissions: ['owner'],
      suspended: false,
      second_factor: false,
      own: false,
      sessions: [],
    });
    expect(await rowOf(ADA.email)).toMatchObject({ own: true, permissions: ['owner'] });
    expect(await rowOf(auditorEmail)).toMatchObject({
      role: 'auditor',
      permissions: [],
      sessions: [{ started_at: expect.stringMatching(/\+01:00$/), last_seen_at: expect.any(String) }],
    });
    const masked = await rows(auditor);
    expect(masked.map(({ email }) => email)).toContain('b***@s***.test');
    expect(JSON.stringify(masked)).not.toContain(BOLA.email);
    const { body } = await post('/api/admin-administrators/', { search: BOLA.email.slice(0, -4) }, auditor);
    expect(body['total']).toBe(0);
    expect(
      (await post('/api/admin-administrators/', { search: BOLA.email.slice(0, -4) })).body['total'],
    ).toBe(1);
  });
});

describe('access', () => {
  const CHANGES = [
    ['administrator-access', { role: 'admin', permissions: ['owner'] }],
    ['suspend-administrator', { reason: 'left' }],
    ['reinstate-administrator', { reason: 'back' }],
    ['reset-second-factor', { reason: 'lost' }],
    ['sign-out-administrator', {}],
    ['end-session', { session: 'none' }],
  ] as const;

  it.each(CHANGES)('is changed only by owners, and never their own: %s', async (name, body) => {
    const { id } = await rowOf(BOLA.email);
    const chidi = await enter(CHIDI.email);
    const path = `/api/admin-${name}/${id}/`;
    for (const [who, code] of [
      [auditor, 'WRONG_ROLE'],
      [customer, 'WRONG_ROLE'],
      [chidi, 'PERMISSION_MISSING'],
      [{ headers: {} }, 'AUTH_REQUIRED'],
    ] as const)
      expect((await post(path, body, who as SignedIn)).body['code']).toBe(code);
    const own = (await rowOf(ADA.email)).id;
    expect((await post(`/api/admin-${name}/${own}/`, body)).body['code']).toBe('ACCESS_OWN');
    expect((await post(`/api/admin-${name}/nobody/`, body)).body['code']).toBe('ADMINISTRATOR_NOT_FOUND');
    const found = (await post('/api/user-management/', { search: customerEmail })).body['user_info'];
    const [shopper] = found as Row[];
    expect((await post(`/api/admin-${name}/${shopper!.id}/`, body)).body['code']).toBe(
      'ADMINISTRATOR_NOT_FOUND',
    );
    expect((await rowOf(BOLA.email)).suspended).toBe(false);
  });

  it('changes take effect with the next call', async () => {
    const { id } = await rowOf(CHIDI.email);
    const chidi = await enter(CHIDI.email);
    const broadcast = { broadcastTitle: HELLO, broadcastMessage: 'All is well.' };
    const give = (role: string, permissions: readonly string[]) =>
      post(`/api/admin-administrator-access/${id}/`, { role, permissions });
    expect((await post('/api/broadcastmessage/', broadcast, chidi)).status).toBe(200);
    expect((await give('admin', ['finance'])).body['message']).toBe('The access was changed.');
    expect((await post('/api/broadcastmessage/', broadcast, chidi)).body['code']).toBe('PERMISSION_MISSING');
    await give('auditor', ['owner']);
    expect((await post('/api/broadcastmessage/', broadcast, chidi)).body['code']).toBe('WRONG_ROLE');
    expect((await post('/api/session/', {}, chidi)).body).toMatchObject({ role: 'auditor', permissions: [] });
    expect((await rows(chidi)).map(({ email }) => email)).toContain('b***@s***.test');
    expect((await give('admin', ['support'])).status).toBe(200);
    expect((await give('admin', ['support'])).body['message']).toBe('Nothing was changed.');
    expect((await post('/api/broadcastmessage/', broadcast, chidi)).body['code']).toBe('PERMISSION_TOO_NEW');
    const stale = { loaded_role: 'auditor', loaded_permissions: [] };
    expect(
      (
        await post(`/api/admin-administrator-access/${id}/`, {
          role: 'admin',
          permissions: ['owner'],
          ...stale,
        })
      ).body['code'],
    ).toBe('STALE_EDIT');
  });

  it('ends at once on suspension and is restored only by an owner', async () => {
    const { id } = await rowOf(CHIDI.email);
    const chidi = await enter(CHIDI.email);
    await post(`/api/admin-suspend-administrator/${id}/`, { reason: 'on leave' });
    expect((await post('/api/admin-administrators/', {}, chidi)).status).toBe(401);
    expect((await knock(CHIDI.email)).body['code']).toBe('ADMINISTRATOR_SUSPENDED');
    expect((await knock(CHIDI.email, 'not the password')).body['code']).toBe('LOGIN_FAILED');
    expect(await rowOf(CHIDI.email)).toMatchObject({ suspended: true, sessions: [] });
    await post(`/api/admin-reinstate-administrator/${id}/`, { reason: 'back again' });
    expect((await post('/api/admin-administrators/', {}, chidi)).status).toBe(401);
    expect((await enter(CHIDI.email)).headers).toBeDefined();
    const told = await eventually(acts, (all) => all.some(({ reason }) => reason === 'back again'));
    expect(told.map(({ what, reason }) => [what, reason])).toEqual(
      expect.arrayContaining([
        ['Suspended an administrator', 'on leave'],
        ['Reinstated an administrator', 'back again'],
      ]),
    );
  });

  it('needs the password again after a sign-out by an owner', async () => {
    const { id } = await rowOf(BOLA.email);
    const bola = await enter(BOLA.email);
    expect((await rowOf(BOLA.email)).sessions).toHaveLength(1);
    await post(`/api/admin-sign-out-administrator/${id}/`);
    expect((await post('/api/admin-administrators/', {}, bola)).status).toBe(401);
    expect((await rowOf(BOLA.email)).sessions).toEqual([]);
  });

  it('can be ended in a single named browser', async () => {
    const { id } = await rowOf(BOLA.email);
    await post(`/api/admin-sign-out-administrator/${id}/`);
    const enterWith = async (agent: string) => {
      const path = `${product.url}/api/admin-login/`;
      const body = JSON.stringify({ username: BOLA.email, password: PASSWORD });
      const headers = { 'content-type': 'application/json', 'user-agent': agent };
      const answer = await fetch(path, { method: 'POST', headers, body });
      const cookies = answer.headers.getSetCookie().map((cookie) => cookie.split(';')[0]!);
      const csrf = cookies.find((cookie) => cookie.includes('csrf'))!.split('=')[1]!;
      return { headers: { cookie: cookies.join('; '), 'x-csrftoken': csrf } } as unknown as SignedIn;
    };
    const [desk, phone] = [await enterWith('Desk/1.0'), await enterWith('Phone/2.0')];
    const sessionsOf = async (by = owner) =>
      (await rows(by)).find((row) => row.id === id)!['sessions'] as Record<string, string>[];
    const open = await sessionsOf();
    expect(open.map(({ device }) => device).toSorted()).toEqual(['Desk/1.0', 'Phone/2.0']);
    expect(open[0]).toMatchObject({ address: expect.stringContaining('127.0.0.1') });
    const session = open.find(({ device }) => device === 'Desk/1.0')!['id'];
    const end = (by: SignedIn, who = id) => post(`/api/admin-end-session/${who}/`, { session }, by);
    // No session ends with ids of other people, or with callers who are not owners.
    const chidi = await enter(CHIDI.email);
    for (const by of [auditor, chidi])
      expect(JSON.stringify(await sessionsOf(by))).not.toMatch(/Desk|Phone|127\.0\.0\.1/);
    expect((await end(owner, (await rowOf(CHIDI.email)).id)).status).toBe(200);
    expect((await end(chidi)).body['code']).toBe('PERMISSION_MISSING');
    expect((await post('/api/admin-administrators/', {}, desk)).status).toBe(200);
    const answers = await Promise.all([end(owner), end(owner), end(owner)]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect((await post('/api/admin-administrators/', {}, desk)).status).toBe(401);
    expect((await post('/api/admin-administrators/', {}, phone)).status).toBe(200);
    expect((await sessionsOf()).map(({ device }) => device)).toEqual(['Phone/2.0']);
    const ended = (all: Row[]) =>
      all.filter(
        (act) => act['subject_id'] === id && act['what'] === 'Signed an administrator out of one browser',
      );
    expect(ended(await eventually(acts, (all) => ended(all).length > 0))).toHaveLength(1);
  });

  it('stays with one of two owners who suspend each other concurrently, and the other is told so', async () => {
    const [ada, bola] = [(await rowOf(ADA.email)).id, (await rowOf(BOLA.email)).id];
    for (let round = 0; round < 10; round += 1) {
      const first = await enter(ADA.email);
      const second = await enter(BOLA.email);
      const suspend = (id: string, by: SignedIn) =>
        post(`/api/admin-suspend-administrator/${id}/`, { reason: 'a race' }, by);
      const answers = await Promise.all([suspend(bola, first), suspend(ada, second)]);
      // The second administrator was refused by the rule, or was signed out already.
      expect(answers.map(({ status }) => status === 200)).toEqual(expect.arrayContaining([true, false]));
      const [winner, loser] = answers[0].status === 200 ? [first, bola] : [second, ada];
      expect((await post('/api/admin-administrators/', {}, winner)).status).toBe(200);
      expect(
        (await post(`/api/admin-reinstate-administrator/${loser}/`, { reason: 'after it' }, winner)).status,
      ).toBe(200);
    }
    owner = await enter(ADA.email);
  });
});
