import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { TOTP } from 'otpauth';
import { freePort, type Running, startStandalone } from '../../../../infra/testing/product.js';
import { askServer } from '../../../cli/control-socket.js';
import { type ColourAt, picture, pixelOf } from '../../../brand/logo/testing/pictures.js';
import type { Permission } from '../../../contracts/admin/administrators.contract.js';
import { BRAND_PATH } from '../../../contracts/brand/brand.contract.js';
import { addressOf, CALLS, type CallName } from '../../../contracts/calls.js';
import { STATEMENT_PATH } from '../../../contracts/history.contract.js';
import { readPdf } from '../../../documents/testing/read-pdf.js';
import { type Answer, eventually, send, signIn, type SignedIn } from '../../testing/callers.js';
import { mailsTo } from '../../testing/outbox.js';
import { newAdministrator } from '../../testing/people.js';

/** Has its own product, because every page shows the brand. */
describe('the brand of an installation', () => {
  const folder = mkdtempSync(join(tmpdir(), 'brand-'));
  let product: Running;
  let sandboxUrl: string;
  let [bola, eve, support]: SignedIn[] = [];
  const emails = new Map<string, string>();
  const passwords = new Map<string, string>();
  const make = async (name: string, permission: Permission): Promise<SignedIn> => {
    const { email, password } = await newAdministrator({ folder }, name, permission);
    emails.set(name, email);
    passwords.set(name, password);
    return signIn(product.url, email, password, 'admin');
  };

  beforeAll(async () => {
    const sandboxPort = String(await freePort());
    sandboxUrl = `http://127.0.0.1:${sandboxPort}`;
    const port = String(await freePort());
    product = await startStandalone({
      DATA_DIR: folder,
      PORT: port,
      // Browsers make passkeys for names, not for IP addresses.
      PUBLIC_URL: `http://localhost:${port}`,
      SANDBOX_PORT: sandboxPort,
      SANDBOX_LATENCY_MS: '5',
      LOG_LEVEL: 'error',
    });
    bola = await make('bola', 'owner');
    eve = await make('eve', 'owner');
    support = await make('helper', 'finance');
  });
  afterAll(async () => {
    await product?.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  const ask = (name: CallName, body: object, who: SignedIn | undefined = bola): Promise<Answer> =>
    send(product.url + addressOf(CALLS[name]), 'POST', body, who!.headers);
  const text = async (path: string): Promise<string> => (await fetch(product.url + path)).text();
  const own = async () =>
    (await ask('ownBrand', {})).body as { brand: object; version: number; waiting: string[] };

  it('is changed by an owner, and every page, file and document names it at once', async () => {
    const { brand, version } = await own();
    const wanted = {
      ...brand,
      name: 'Ada & Co',
      short_name: 'Ada',
      colour: '#1d4ed8',
      dark_colour: '#93c5fd',
      headline: 'Top up in a tap',
      version,
    };
    expect((await ask('setBrand', wanted, support)).body).toMatchObject({ code: 'PERMISSION_MISSING' });
    expect((await ask('setBrand', { ...wanted, colour: '#ffd400' })).body).toMatchObject({ field: 'colour' });
    const before = (await fetch(product.url + BRAND_PATH)).headers.get('etag')!;
    const same = () => fetch(product.url + BRAND_PATH, { headers: { 'if-none-match': before } });
    expect((await same()).status).toBe(304);
    expect((await ask('setBrand', wanted)).body).toMatchObject({ outcome: 'applied' });
    expect((await same()).status).toBe(200);
    expect(JSON.parse(await text(BRAND_PATH))).toMatchObject({
      name: 'Ada & Co',
      headline: 'Top up in a tap',
    });
    const page = await text('/login');
    expect(page).toContain('<title>Ada &amp; Co</title>');
    expect(page).toContain('--nl-fill:#1d4ed8');
    expect(page).not.toMatch(/__BRAND|Naira Ledger/);
    expect(await text('/verify-receipt')).toContain('Check a receipt · Ada &amp; Co');
    expect(JSON.parse(await text('/manifest.webmanifest'))).toMatchObject({
      name: 'Ada & Co',
      short_name: 'Ada',
    });
    expect(await text('/favicon.svg')).toContain('#1d4ed8');
    expect(JSON.parse(await text('/openapi.json'))).toMatchObject({ info: { title: 'Ada & Co' } });
    expect((await ask('setBrand', { ...wanted, name: 'Old form' })).body).toMatchObject({
      code: 'STALE_EDIT',
    });
  });

  it('stands in authenticator apps, passkeys, PDFs and mails', async () => {
    const password = passwords.get('helper')!;
    const begun = (await ask('startSecondFactor', { password }, support)).body;
    expect(new URL(String(begun['uri'])).searchParams.get('issuer')).toBe('Ada & Co');
    const confirm = () => {
      const code = new TOTP({ secret: String(begun['secret']) }).generate();
      return ask('confirmSecondFactor', { enrolment: begun['enrolment'], code }, support);
    };
    // Repeats when the code expires on the way.
    const { body } = await eventually(confirm, ({ status }) => status === 200);
    const [code] = body['recovery_codes'] as string[];
    expect((await ask('beginAdminPasskey', { password, code }, support)).body).toMatchObject({
      options: { rp: { id: 'localhost', name: 'Ada & Co' } },
    });

    const customer = await signIn(product.url, 'customer@demo.test', 'Demo-pass-1');
    const statement = `${product.url}${STATEMENT_PATH}pdf?from=2026-01-01&to=2026-01-31`;
    const pdf = await fetch(statement, { headers: customer.headers });
    expect(readPdf(Buffer.from(await pdf.arrayBuffer())).text.split('\n')[0]).toBe('Ada & Co');
    await send(`${product.url}/api/forgot-password/`, 'POST', { email: 'customer@demo.test' });
    const [mail] = await eventually(
      () => mailsTo(sandboxUrl, 'customer@demo.test'),
      (mails) => mails.length > 0,
    );
    expect(mail!.text.split('\n').at(-1)).toBe('Ada & Co');
  });

  it('has a logo, which is shown everywhere under an address of its own', async () => {
    const logoOf = async () =>
      (await ask('ownBrand', {})).body as {
        logo: { src: string; width: number } | null;
        logo_version: number;
      };
    const draw = (colour: ReturnType<ColourAt>) =>
      picture(600, 150, () => colour)
        .pngSync()
        .toString('base64');
    const first = { logo: draw([200, 30, 30]), version: 0 };
    expect((await ask('setLogo', first, support)).body).toMatchObject({ code: 'PERMISSION_MISSING' });
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>').toString('base64');
    expect((await ask('setLogo', { logo: svg, version: 0 })).body).toMatchObject({
      field: 'logo',
      message: 'logo: is an SVG, which may contain scripts: save it as PNG',
    });
    expect(await logoOf()).toMatchObject({ logo: null, logo_version: 0 });
    expect((await ask('setLogo', first)).body).toMatchObject({ message: 'The logo is set.' });
    const { logo, logo_version } = await logoOf();
    expect([logo!.width, logo_version]).toEqual([512, 1]);
    const served = await fetch(product.url + logo!.src);
    expect(Object.fromEntries(served.headers)).toMatchObject({
      'content-type': 'image/png',
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
    });
    expect(await text('/login')).toContain(`<img src="${logo!.src}" alt="" />`);
    expect(JSON.parse(await text(BRAND_PATH))).toMatchObject({ logo: logo!.src });
    const icon = /icons\/maskable-512\.png\?v=\w+/.exec(await text('/manifest.webmanifest'))![0];
    const bytes = Buffer.from(await (await fetch(`${product.url}/${icon}`)).arrayBuffer());
    expect(pixelOf(bytes, 256, 256).slice(0, 3)).toEqual([200, 30, 30]);
    const mail = await eventually(
      async () =>
        (await mailsTo(sandboxUrl, emails.get('eve')!)).find(
          ({ subject }) => subject === 'The logo was changed',
        ),
      (found) => found !== undefined,
    );
    expect(mail!.text).toContain('set another logo');
    const second = { logo: draw([30, 30, 200]), version: 0 };
    expect((await ask('setLogo', second)).body).toMatchObject({ code: 'STALE_EDIT' });
    expect((await ask('setLogo', { ...second, version: 1 })).body).toMatchObject({ status: true });
    const old = await fetch(product.url + logo!.src, { redirect: 'manual' });
    expect([old.status, old.headers.get('location')]).toEqual([302, (await logoOf()).logo!.src]);
    expect(old.headers.get('cache-control')).toBe('no-store');
    expect((await ask('removeLogo', { version: 2 })).body).toMatchObject({ message: 'The logo is removed.' });
    expect((await fetch(product.url + logo!.src)).status).toBe(404);
    expect(await text('/login')).not.toContain(logo!.src);
    expect(await askServer(folder, 'logo', { file: first.logo }, () => undefined)).toBe(true);
    expect((await logoOf()).logo!.src).toBe(logo!.src);
    expect(await askServer(folder, 'logo', {}, () => undefined)).toBe(true);
  });

  it('has other contacts once a second owner agrees', async () => {
    const { brand, version } = await own();
    const wanted = { ...brand, whatsapp: '0803 123 4567', support_email: 'help@ada.ng', version };
    expect((await ask('setBrand', wanted)).body).toMatchObject({ outcome: 'waiting' });
    const links = async () => (await ask('siteLinks', {})).body;
    expect(await links()).toMatchObject({ whatsapp: '' });
    const { waiting } = await eventually(own, (shown) => shown.waiting.length > 0);
    expect(waiting).toEqual(['email: help@ada.ng, WhatsApp: 0803 123 4567']);
    const approvals = async () =>
      (await ask('approvals', { standing: 'waiting' }, eve)).body['approvals'] as { readonly id: string }[];
    const [row] = await eventually(approvals, (rows) => rows.length > 0);
    expect(row).toMatchObject({ work: 'brand', evidence: 'email: help@ada.ng, WhatsApp: 0803 123 4567' });
    expect((await ask('grantApproval', { id: row!.id })).body).toMatchObject({ code: 'APPROVAL_OWN' });
    expect((await ask('grantApproval', { id: row!.id }, support)).body).toMatchObject({
      code: 'PERMISSION_MISSING',
    });
    expect((await ask('grantApproval', { id: row!.id }, eve)).body).toMatchObject({ standing: 'applied' });
    expect(await links()).toMatchObject({ whatsapp: 'https://wa.me/2348031234567' });
    expect(await text('/login')).toContain('mailto:help@ada.ng');
    const mails = await eventually(
      async () =>
        (await mailsTo(sandboxUrl, emails.get('eve')!)).filter(
          ({ subject, text: said }) =>
            subject === 'The brand was changed' && /Now: .*name: Ada & Co.*email: help@ada\.ng/.test(said),
        ),
      (found) => found.length > 0,
    );
    expect(mails[0]!.text).toMatch(/\n\nAda & Co\nhelp@ada\.ng$/);
  });

  it('publishes its legal pages, and new customers accept the versions that they saw', async () => {
    const publish = (text: string, version: number, who = bola) =>
      ask('publishLegalPage', { legal_page: 'terms', text, version }, who);
    const register = async (email: string, accepted?: object) => {
      const person = { email, fname: 'Ada', lname: 'Obi', phone_number: '08031234567' };
      const passwords = { password1: 'a long password', password2: 'a long password' };
      const headers = { origin: product.url };
      const url = product.url + addressOf(CALLS.register);
      return (await send(url, 'POST', { ...person, ...passwords, accepted }, headers)).body;
    };
    expect(await register('early@people.test')).toMatchObject({ status: true });
    expect((await publish('# Age', 0, support)).body).toMatchObject({ code: 'PERMISSION_MISSING' });
    expect((await publish('# Age\n<script>', 0)).body).toMatchObject({
      field: 'text',
      message: 'text: line 2: has HTML: <script',
    });
    expect((await ask('legalPages', {})).body).toMatchObject({ pages: [] });
    expect((await publish('# Age\n\nYou are **18**.', 0)).body).toMatchObject({
      message: 'Version 1 is published.',
    });
    expect((await publish('# Other', 0)).body).toMatchObject({ code: 'STALE_EDIT' });
    expect((await ask('legalPage', { legal_page: 'terms' })).body).toMatchObject({
      version: 1,
      text: '# Age\n\nYou are **18**.',
    });
    expect((await ask('legalPage', { legal_page: 'refunds' })).body).toMatchObject({ code: 'NOT_FOUND' });
    expect(await text('/login')).toContain('&quot;legal&quot;:[&quot;terms&quot;]');
    expect(await register('late@people.test')).toMatchObject({ code: 'TERMS_CHANGED' });
    expect(await register('late@people.test', { terms: 1 })).toMatchObject({ status: true });
    const mails = await eventually(
      async () =>
        (await mailsTo(sandboxUrl, emails.get('eve')!)).filter(
          ({ subject }) => subject === 'A legal page was published',
        ),
      (found) => found.length > 0,
    );
    expect(mails[0]!.text).toContain('published version 1 of the legal page terms');
    const led = `# Age\n\nYou are **18**. Pay to 0123456789.\n\n${'Long. '.repeat(100)}End.`;
    expect((await publish(led, 1)).body).toMatchObject({ outcome: 'waiting' });
    expect((await ask('legalPage', { legal_page: 'terms' })).body).toMatchObject({ version: 1 });
    const approvals = async () =>
      (await ask('approvals', { standing: 'waiting' }, eve)).body['approvals'] as { readonly id: string }[];
    const [row] = await eventually(approvals, (rows) => rows.length > 0);
    const cut = { evidence: led.slice(0, 300), evidence_cut: true };
    expect(row).toMatchObject({ work: 'legal', ...cut, reason: 'Version 2 of the page terms' });
    const { body } = await ask('approvals', { search: row!.id }, eve);
    expect(body).toMatchObject({ approvals: [{ evidence: led, evidence_cut: false }] });
    expect((await ask('grantApproval', { id: row!.id }, support)).body).toMatchObject({
      code: 'PERMISSION_MISSING',
    });
    expect((await ask('grantApproval', { id: row!.id }, eve)).body).toMatchObject({ standing: 'applied' });
    expect((await ask('legalPage', { legal_page: 'terms' })).body).toMatchObject({ version: 2, text: led });
    const texts = await askServer(
      folder,
      'legal',
      { publish: { page: 'privacy', text: 'We keep little.' } },
      () => undefined,
    );
    expect(texts).toMatchObject({ terms: { version: 2 }, privacy: { version: 1, text: 'We keep little.' } });
  });

  it('is changed by the command line without a second owner', async () => {
    const { brand } = await own();
    const fields = { ...brand, name: 'Bola Pay', support_phone: '0809 999 9999' };
    await askServer(folder, 'brand', { fields }, () => undefined);
    expect(await text('/')).toContain('<title>Bola Pay</title>');
    expect(await own()).toMatchObject({ brand: fields });
  });
});
