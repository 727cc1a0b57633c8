import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { TOTP } from 'otpauth';
import { startStandalone } from '../../../../infra/testing/product.js';
import type { Running } from '../../../../infra/testing/product.js';
import { ADMIN_LIVE_PATH } from '../../../contracts/calls.js';
import { Authenticator } from '../../../customers/passkeys/testing/authenticator.js';
import { send, signIn } from '../../testing/callers.js';
import type { SignedIn } from '../../testing/callers.js';

/** An installation that requires a second factor, which no other suite could use. */
let folder: string;
let product: Running;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'second-factor-'));
  product = await startStandalone({
    DATA_DIR: folder,
    LOG_LEVEL: 'warn',
    SANDBOX_LATENCY_MS: '5',
    ADMIN_SECOND_FACTOR: 'required',
    // All logins of the suite come from one IP address.
    RATE_LIMIT_LOGIN_FAILURES: '50',
  });
});

afterAll(async () => {
  await product?.stop();
  rmSync(folder, { recursive: true, force: true });
});

const post = (path: string, body: unknown, { headers }: Pick<SignedIn, 'headers'>) =>
  send(product.url + path, 'POST', body, headers);
const refused = (status: number, code: string) => ({ status, body: { status: false, code } });

/** Sets up a device as second factor, and retries when the code expires. Returns the recovery codes. */
async function enrol(by: SignedIn, password: string): Promise<{ secret: string; codes: string[] }> {
  const begun = (await post('/api/admin-second-factor-start/', { password }, by)).body;
  const secret = String(begun['secret']);
  for (;;) {
    const code = new TOTP({ secret }).generate();
    const { status, body } = await post(
      '/api/admin-second-factor-confirm/',
      { enrolment: begun['enrolment'], code },
      by,
    );
    if (status === 200) return { secret, codes: body['recovery_codes'] as string[] };
    expect(body['code']).toBe('SECOND_FACTOR_INCORRECT');
  }
}

describe.each([
  ['an administrator', 'admin@demo.test', 'Admin-pass-1'],
  ['an auditor', 'auditor@demo.test', 'Audit-pass-1'],
])('%s without a second factor', (_who, email, password) => {
  let person: SignedIn;
  let codes: string[];
  const logIn = (code?: string) =>
    send(`${product.url}/api/admin-login/`, 'POST', { username: email, password, ...(code && { code }) });

  it('may only enrol a second factor, and is told so', async () => {
    const answer = await logIn();
    expect(answer).toMatchObject({ status: 200, body: { must_enrol: true } });
    person = await signIn(product.url, email, password, 'admin');
    for (const path of ['/api/admin-activity/', '/api/get_broad_cast/', '/api/admin-all-transaction/'])
      expect([path, await post(path, {}, person)]).toMatchObject([
        path,
        refused(403, 'SECOND_FACTOR_NEEDED'),
      ]);
    expect((await send(product.url + ADMIN_LIVE_PATH, 'GET', undefined, person.headers)).status).toBe(403);
    expect(await post('/api/session/', {}, person)).toMatchObject({
      status: 200,
      body: { must_enrol: true },
    });
    expect(await post('/api/admin-second-factor/', {}, person)).toMatchObject({
      status: 200,
      body: { on: false, required: true },
    });
  });

  it('may work after enrolment', async () => {
    const enrolled = await enrol(person, password);
    ({ codes } = enrolled);
    expect(codes).toHaveLength(10);
    expect((await post('/api/admin-activity/', {}, person)).status).toBe(200);
    expect(await post('/api/admin-second-factor-off/', { password, code: codes[9] }, person)).toMatchObject(
      refused(403, 'SECOND_FACTOR_NEEDED'),
    );
  });

  it('needs a code at each login, and each code works once', async () => {
    const wanted = await logIn();
    expect(wanted).toMatchObject(refused(401, 'SECOND_FACTOR_REQUIRED'));
    expect(wanted.headers.getSetCookie()).toEqual([]);
    expect(await logIn('nonsense')).toMatchObject(refused(422, 'SECOND_FACTOR_INCORRECT'));
    const both = await Promise.all([logIn(codes[0]), logIn(codes[0])]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 422]);
    expect(await logIn(codes[1])).toMatchObject({ status: 200, body: { must_enrol: false } });
  });

  it('signs in with a device, once per challenge and only from the browser that got it', async () => {
    const device = new Authenticator({
      id: 'localhost',
      origin: `http://localhost:${new URL(product.url).port}`,
    });
    const begun = await post('/api/admin-passkey-begin/', { password, code: codes[2] }, person);
    expect(begun).toMatchObject({ status: 200, body: { options: { rp: { id: 'localhost' } } } });
    const challengeIn = ({ body }: typeof begun) => (body['options'] as { challenge: string }).challenge;
    const add = { name: 'Laptop of Ada', credential: device.create(challengeIn(begun)) };
    expect((await post('/api/admin-passkey-add/', add, person)).status).toBe(200);
    const { body } = await post('/api/admin-second-factor/', {}, person);
    expect(body['passkeys']).toMatchObject([{ name: 'Laptop of Ada', used_at: '' }]);

    expect(await logIn()).toMatchObject(refused(401, 'PASSKEY_OR_CODE_REQUIRED'));
    const begin = (by = password) =>
      send(`${product.url}/api/admin-login-begin/`, 'POST', { username: email, password: by });
    const { headers: none, ...wrong } = await begin('wrong');
    expect(wrong).toMatchObject(refused(401, 'LOGIN_FAILED'));
    expect(none.getSetCookie()).toEqual([]);
    const asked = await begin();
    const [cookie, ...others] = asked.headers.getSetCookie();
    expect([others, cookie]).toEqual([[], expect.stringMatching(/^admin_attempt=.+; HttpOnly/)]);
    const passkey = device.sign(challengeIn(asked));
    const show = (headers: Record<string, string>) =>
      send(`${product.url}/api/admin-login/`, 'POST', { username: email, password, passkey }, headers);
    const here = { cookie: cookie!.slice(0, cookie!.indexOf(';')) };
    for (const headers of [{}, { cookie: 'admin_attempt=another' }])
      expect(await show(headers)).toMatchObject(refused(422, 'SECOND_FACTOR_REFUSED'));
    expect(await show(here)).toMatchObject({ status: 200, body: { must_enrol: false } });
    expect(await show(here)).toMatchObject(refused(422, 'SECOND_FACTOR_REFUSED'));

    const elsewhere = await signIn(product.url, email, password, 'admin', codes[3]);
    const again = await post('/api/admin-prove-again-begin/', {}, person);
    const proof = { passkey: device.sign(challengeIn(again)) };
    const prove = (by: SignedIn) => post('/api/admin-prove-again/', proof, by);
    expect(await prove(elsewhere)).toMatchObject(refused(422, 'SECOND_FACTOR_REFUSED'));
    expect((await prove(person)).status).toBe(200);
    expect(await prove(person)).toMatchObject(refused(422, 'SECOND_FACTOR_REFUSED'));
  });

  it('ends a session after five wrong codes to confirm who uses it, and still lets the owner sign in', async () => {
    const stolen = await signIn(product.url, email, password, 'admin', codes[4]);
    const guess = () => post('/api/admin-prove-again/', { code: 'nonsense' }, stolen);
    for (let n = 0; n < 4; n += 1)
      expect(await guess()).toMatchObject(refused(422, 'SECOND_FACTOR_INCORRECT'));
    expect(await guess()).toMatchObject(refused(401, 'SESSION_EXPIRED'));
    expect((await post('/api/admin-activity/', {}, stolen)).status).toBe(401);
    expect((await logIn(codes[5])).status).toBe(200);
  });

  it('sees all of it in the activity log', async () => {
    const { body } = await post('/api/admin-activity/', {}, person);
    const whats = (body['activity'] as { what: string }[]).map(({ what }) => what);
    expect(whats).toContain('Set up a second factor');
    expect(whats).toContain('Proved who they are with a recovery code');
    expect(whats).toContain('Set up a device to sign in with');
    expect(whats).toContain('Proved who they are with a device');
    expect(JSON.stringify(body)).not.toContain('Laptop of Ada');
    expect(JSON.stringify(body)).not.toContain(codes[0]!.replaceAll('-', ''));
  });
});

it('refuses customers the second factor of administrators', async () => {
  const customer = await signIn(product.url, 'customer@demo.test', 'Demo-pass-1');
  for (const path of ['', '-start', '-confirm', '-off'])
    expect(await post(`/api/admin-second-factor${path}/`, {}, customer)).toMatchObject(
      refused(403, 'WRONG_ROLE'),
    );
  for (const path of ['begin', 'add', 'name', 'remove'])
    expect(await post(`/api/admin-passkey-${path}/`, {}, customer)).toMatchObject(refused(403, 'WRONG_ROLE'));
});
