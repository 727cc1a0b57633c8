import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort, startStandalone, type Running } from '../../../../infra/testing/product.js';
import { until } from '../../../../infra/testing/until.js';
import { eventually, send, signIn } from '../../testing/callers.js';
import type { SignedIn } from '../../testing/callers.js';
import { hireAdministrator } from '../../testing/hire-administrator.js';
import { mailsTo } from '../../testing/outbox.js';

/** Has its own product: it logs at every level, and no invitation link may be in its log or ledger. */
let folder: string;
let product: Running;
let sandboxUrl: string;
let owner: SignedIn;
let second: SignedIn;
let support: SignedIn;
let auditor: SignedIn;
let customer: SignedIn;

const PASSWORD = 'a long password 1';
const CHOSEN = 'chosen by Dayo 1';
const BOLA = { email: 'bola@naira.test', firstName: 'Bola', lastName: 'Ade', permission: 'owner' };
const CHIDI = { email: 'chidi@naira.test', firstName: 'Chidi', lastName: 'Eze', permission: 'support' };
const DAYO = { first_name: 'Dayo', last_name: 'Ojo', role: 'admin', permissions: ['finance'] };

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'invitations-'));
  const sandboxPort = String(await freePort());
  sandboxUrl = `http://127.0.0.1:${sandboxPort}`;
  product = await startStandalone({
    DATA_DIR: folder,
    SANDBOX_PORT: sandboxPort,
    SANDBOX_LATENCY_MS: '5',
    LOG_LEVEL: 'debug',
    PUBLIC_URL: 'http://wallet.naira.test',
  });
  for (const hired of [BOLA, CHIDI]) await hireAdministrator(folder, { ...hired, password: PASSWORD });
  owner = await signIn(product.url, 'admin@demo.test', 'Admin-pass-1', 'admin');
  second = await signIn(product.url, BOLA.email, PASSWORD, 'admin');
  support = await signIn(product.url, CHIDI.email, PASSWORD, 'admin');
  auditor = await signIn(product.url, 'auditor@demo.test', 'Audit-pass-1', 'admin');
  customer = await signIn(product.url, 'customer@demo.test', 'Demo-pass-1');
});

afterAll(async () => {
  await product?.stop();
  rmSync(folder, { recursive: true, force: true });
});

interface Row {
  readonly id: string;
  readonly email: string;
  readonly [field: string]: unknown;
}
const post = (path: string, body: unknown = {}, by: { readonly headers: object } = owner) =>
  send(product.url + path, 'POST', body, by.headers as SignedIn['headers']);
const invite = (email: string, form: string, by = owner, changed: object = {}) =>
  post('/api/admin-invite-administrator/', { ...DAYO, email, form_id: form, ...changed }, by);
const listed = async (by = owner) => (await post('/api/admin-administrators/', {}, by)).body;
const invited = async (email: string, by = owner): Promise<Row | undefined> =>
  ((await listed(by))['invitations'] as Row[]).find((row) => row.email === email);
const sendAgain = (id: string, loaded_sends: number, by = owner) =>
  post(`/api/admin-send-invitation/${id}/`, { loaded_sends }, by);
const withdraw = (id: string, by = owner) => post(`/api/admin-withdraw-invitation/${id}/`, {}, by);
const NOBODY = { headers: {} };
const look = (invitation: string) => post('/api/admin-invitation/', { invitation }, NOBODY);
const accept = (invitation: string, password = CHOSEN) =>
  post('/api/admin-accept-invitation/', { invitation, password1: password, password2: password }, NOBODY);
const LINK = /http:\/\/wallet\.naira\.test\/admininvite#([A-Za-z0-9_-]{43})\n/;
/** Token after the # in the newest of `mails` mails. */
async function mailed(email: string, mails = 1): Promise<string> {
  let token: string | undefined;
  await until(async () => {
    const all = await mailsTo(sandboxUrl, email);
    token = all.length === mails ? LINK.exec(all[0]!.text)?.[1] : undefined;
    return token !== undefined;
  }, `${mails} mails with a link to ${email}`);
  return token!;
}
const acts = async () =>
  (await post('/api/admin-activity/', { page: 1, page_size: 100 })).body['activity'] as Row[];

describe('an invitation', () => {
  it('is mailed, accepted once and grants the offered access', async () => {
    const email = 'dayo@naira.test';
    expect(await invite(email, 'form-1')).toMatchObject({ status: 200 });
    // Send the same form again, as after a lost answer.
    expect(await invite(email, 'form-1')).toMatchObject({ status: 200 });
    expect(await invited(email)).toMatchObject({ ...DAYO, state: 'open', sends: 1 });
    expect(await invited('d***@n***.test', auditor)).toBeDefined();
    const token = await mailed(email);
    expect((await look(token)).body).toMatchObject({
      first_name: 'Dayo',
      email,
      role: 'admin',
      permissions: ['finance'],
      expires_at: expect.stringMatching(/\+01:00$/),
    });
    const short = await accept(token, 'Elevenchars');
    expect([short.status, short.body['field']]).toEqual([422, 'password1']);
    const answers = await Promise.all([accept(token), accept(token)]);
    expect(answers.map(({ body }) => body['code'] ?? 'done').toSorted()).toEqual(['INVITATION_USED', 'done']);
    expect((await look(token)).body['code']).toBe('INVITATION_USED');
    const dayo = await signIn(product.url, email, CHOSEN, 'admin');
    const session = (await post('/api/session/', {}, dayo)).body;
    expect(session).toMatchObject({ role: 'admin', permissions: ['finance'] });
    expect(await invited(email)).toBeUndefined();
    const rows = await eventually(
      async () => (await listed())['administrators'] as Row[],
      (all) => all.some((row) => row.email === email),
    );
    expect(rows.find((row) => row.email === email)).toMatchObject({ permissions: ['finance'] });
    const told = await eventually(acts, (all) => all.some(({ what }) => String(what).startsWith('Accepted')));
    expect(told.map(({ what }) => what)).toEqual(
      expect.arrayContaining(['Invited an administrator', 'Accepted an invitation as an administrator']),
    );
    expect((await mailsTo(sandboxUrl, email)).length).toBe(1);
  });

  it('is created once when two owners invite the same address concurrently', async () => {
    for (let round = 0; round < 10; round += 1) {
      const email = `race${round}@naira.test`;
      const answers = await Promise.all([
        invite(email, `race-${round}`, owner),
        invite(email, `race-${round}`, second, { permissions: ['owner'] }),
      ]);
      expect(answers.map(({ body }) => body['code'] ?? 'done').toSorted()).toEqual([
        'INVITATION_OPEN',
        'done',
      ]);
      expect((await invited(email))?.['permissions']).toEqual([
        answers[0].status === 200 ? 'finance' : 'owner',
      ]);
      expect((await withdraw((await invited(email))!.id)).status).toBe(200);
    }
  });

  it('can be resent with a new link, and withdrawn', async () => {
    const email = 'efe@naira.test';
    await invite(email, 'efe');
    const { id } = (await invited(email))!;
    const lost = await mailed(email);
    const of = (all: Row[]) => all.find((act) => act['subject_id'] === id);
    expect(of(await eventually(acts, (all) => of(all) !== undefined))).toMatchObject({
      what: 'Invited an administrator',
      subject: 'Dayo Ojo',
    });
    await Promise.all([sendAgain(id, 1), sendAgain(id, 1, second)]);
    expect(await invited(email)).toMatchObject({ id, sends: 2 });
    const token = await mailed(email, 2);
    expect((await accept(lost)).body['code']).toBe('INVITATION_INVALID');
    expect((await look(token)).status).toBe(200);
    for (const by of [owner, second]) expect((await withdraw(id, by)).status).toBe(200);
    expect((await accept(token)).body['code']).toBe('INVITATION_INVALID');
    expect(await invited(email)).toBeUndefined();
    const told = await eventually(acts, (all) => all.some(({ what }) => what === 'Withdrew an invitation'));
    expect(told.map(({ what }) => what)).toContain('Sent an invitation again');
  });

  it('is refused to non-owners and for addresses with an account', async () => {
    await invite('femi@naira.test', 'femi');
    const { id } = (await invited('femi@naira.test'))!;
    for (const [who, code] of [
      [auditor, 'WRONG_ROLE'],
      [customer, 'WRONG_ROLE'],
      [support, 'PERMISSION_MISSING'],
      [NOBODY as SignedIn, 'AUTH_REQUIRED'],
    ] as const)
      for (const answer of [
        await invite('gani@naira.test', 'gani', who),
        await sendAgain(id, 1, who),
        await withdraw(id, who),
      ])
        expect(answer.body['code']).toBe(code);
    expect(await invited('femi@naira.test')).toMatchObject({ sends: 1, state: 'open' });
    for (const email of ['customer@demo.test', CHIDI.email, 'ADMIN@demo.test'])
      expect((await invite(email, email.split('@')[0]!)).body['code']).toBe('EMAIL_TAKEN');
    for (const answer of [await sendAgain('nobody', 1), await withdraw('nobody')])
      expect(answer.body['code']).toBe('INVITATION_NOT_FOUND');
    expect((await look('x'.repeat(43))).body['code']).toBe('INVITATION_INVALID');
  });

  it('is void when its owner is suspended', async () => {
    const email = 'hope@naira.test';
    await invite(email, 'hope', second);
    const token = await mailed(email);
    const rows = (await listed())['administrators'] as Row[];
    const { id } = rows.find((row) => row.email === BOLA.email)!;
    await post(`/api/admin-suspend-administrator/${id}/`, { reason: 'left' });
    expect((await accept(token)).body['code']).toBe('INVITATION_INVALID');
    expect(await invited(email)).toMatchObject({ state: 'void' });
  });

  it('as owner takes no access, shows customers nothing and sets no terms on the first day', async () => {
    const email = 'ngozi@naira.test';
    await invite(email, 'form-owner', owner, { permissions: ['owner'] });
    await accept(await mailed(email));
    const ngozi = await signIn(product.url, email, CHOSEN, 'admin');
    const administrators = (await listed(ngozi))['administrators'] as Row[];
    const { id } = administrators.find((row) => row.email === 'admin@demo.test')!;
    const { version } = (await post('/api/admin-money-desk/', {}, ngozi)).body['terms'] as {
      version: number;
    };
    const answers = [
      await post(`/api/admin-suspend-administrator/${id}/`, { reason: 'Left' }, ngozi),
      await post('/api/admin-legal/publish/', { legal_page: 'terms', text: 'Pay me', version: 0 }, ngozi),
      await post('/api/admin-money-desk/terms/', { monify_charges: 0, version, confirm: true }, ngozi),
    ];
    expect(answers.map(({ status, body }) => [status, body['code']])).toEqual(
      Array.from(answers, () => [409, 'PERMISSION_TOO_NEW']),
    );
    expect(answers[0]!.body['message']).toMatch(/You can do this from \d\d\/\d\d\/\d{4} .+ on\./);
    expect((await post('/api/session/', {}, owner)).body).toMatchObject({ role: 'admin' });
  });

  it('leaves no link in the log, and no link or address in the ledger', () => {
    // Mails are in the sandbox's outbox, outside the ledger.
    const kept = readdirSync(join(folder, 'events'), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => readFileSync(join(entry.parentPath, entry.name)).toString('latin1'));
    expect(kept.join('')).toContain('AdministratorInvited');
    for (const text of [product.output(), ...kept])
      expect(text).not.toMatch(/efe@naira|hope@naira|#[\w-]{43}/);
  });
});
