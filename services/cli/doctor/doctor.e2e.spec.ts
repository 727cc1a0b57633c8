import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort, ledger, PATIENT, type Running, startStandalone } from '../../../infra/testing/product.js';
import { eventually } from '../../standalone/testing/callers.js';
import type { DoctorLine } from './doctor-line.js';
import { LOCALHOST_CERTIFICATE } from './testing/localhost-certificate.js';

let folder: string;
let dataDir: string;
let proxy: Server;
let product: Running | undefined;
const settings: Record<string, string> = {};

const run = (args: readonly string[], more: Record<string, string> = {}, input = ''): Promise<string> =>
  ledger(dataDir, args, { ...settings, ...more }, input);
const admin = (email: string): Promise<string> =>
  run(
    ['create-admin', '--email', email, '--first-name', 'Ada', '--last-name', 'Obi'],
    {},
    'Long-pass-word-1\n',
  );

interface Examined {
  readonly code: number;
  readonly lines: readonly DoctorLine[];
}

async function doctor(more: Record<string, string> = {}, ...args: readonly string[]): Promise<Examined> {
  const read = (text: string): readonly DoctorLine[] =>
    (JSON.parse(text.slice(text.indexOf('{"ok"'))) as Examined).lines;
  return run(['doctor', '--json', ...args], more).then(
    (text) => ({ code: 0, lines: read(text) }),
    ({ message }: Error) => ({ code: Number(/ended with (\d+)/.exec(message)?.[1]), lines: read(message) }),
  );
}
const texts = ({ lines }: Examined, result: DoctorLine['result']): string[] =>
  lines.filter((line) => line.result === result).map(({ check, text }) => `${check} ${text}`);
const line = (part: string): unknown => expect.stringContaining(part);

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'doctor-'));
  dataDir = join(folder, 'data');
  const port = await freePort();
  proxy = createServer(LOCALHOST_CERTIFICATE, (incoming, response) => {
    const { method, url, headers } = incoming;
    const passed = request({ port, method, path: url, headers: { ...headers, 'x-forwarded-for': '::1' } });
    passed.on('response', (answer) => answer.pipe(response.writeHead(answer.statusCode!, answer.headers)));
    passed.on('error', () => response.writeHead(502).end());
    incoming.pipe(passed);
  }).listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  writeFileSync(join(folder, 'ca.pem'), LOCALHOST_CERTIFICATE.cert);
  Object.assign(settings, PATIENT, {
    NODE_ENV: 'production',
    SANDBOX: '1',
    SANDBOX_PORT: String(await freePort()),
    SANDBOX_LATENCY_MS: '5',
    PORT: String(port),
    PUBLIC_URL: `https://localhost:${(proxy.address() as AddressInfo).port}`,
    NODE_EXTRA_CA_CERTS: join(folder, 'ca.pem'),
    TRUST_PROXY: '1',
    DATA_DIR: dataDir,
    SECRETS_DIR: join(folder, 'keys'),
    SEAL_PUBLISH: join(folder, 'seals.jsonl'),
    SEAL_EVERY: '200ms',
    MONNIFY_SECRET_KEY: 'a'.repeat(20),
    VTPASS_WEBHOOK_SECRET: 'b'.repeat(20),
    DISK_RESERVE_MB: '16',
    ALERT_DISK_FREE: '0',
    LOG_LEVEL: 'warn',
  });
  await run(['make-secrets']);
  await run(['init']);
  await admin('ada@owner.test');
});

afterAll(async () => {
  await product?.stop('SIGKILL');
  proxy?.close();
  rmSync(folder, { recursive: true, force: true });
});

describe('ledger doctor', () => {
  it('says what is missing before the first start', async () => {
    const examined = await doctor({ FUNDING_PROVIDERS: 'none', MONNIFY_SECRET_KEY: '' });
    expect(examined.code).toBe(1);
    expect(texts(examined, 'wrong')).toEqual(
      expect.arrayContaining([
        line('prices nothing is sold'),
        line('backup none was made'),
        line('funding no provider is on'),
      ]),
    );
    expect(texts(examined, 'note')).toEqual(
      expect.arrayContaining([line('server is stopped'), line('answers 502 while the server is stopped')]),
    );
    expect(texts(examined, 'unknown')).toEqual(
      expect.arrayContaining([line('owners the lists are not made')]),
    );
  });

  it('ends with 0 beside a server that lacks nothing, which took a test mail', async () => {
    product = await startStandalone({ ...settings, VENDOR_FILE: 'vendors.json' });
    expect(product.output()).toContain('VENDOR_FILE is no setting and is ignored: is it VENDORS_FILE?');
    await admin('bola@owner.test');
    const priceFile = join(folder, 'prices.csv');
    writeFileSync(priceFile, 'Service,Code,Price (NGN),Cost (NGN),Sold\nexams,1,4000,3750,yes\n');
    await run(['catalog', 'import', priceFile, '--apply']);
    const version = /ersion (\d+)/.exec(await run(['catalog', 'show']))![1]!;
    await run(['catalog', 'confirm-prices', version]);
    await run(['backup', '--to', join(folder, 'backup')]);
    const examined = await eventually(
      () => doctor({}, '--mail-to', 'ada@owner.test'),
      ({ code }) => code === 0,
    );
    expect([texts(examined, 'wrong'), texts(examined, 'unknown')]).toEqual([[], []]);
    const checks = new Set(
      examined.lines.filter(({ result }) => result === 'right').map(({ check }) => check),
    );
    expect([...checks]).toEqual([
      'settings',
      'server',
      'secrets',
      'address',
      'mail',
      'vendors',
      'funding',
      'prices',
      'owners',
      'seals',
      'clock',
      'backup',
      'disk',
    ]);
    const outbox = await fetch(`http://127.0.0.1:${settings['SANDBOX_PORT']}/outbox?to=ada@owner.test`);
    expect(await outbox.text()).toContain('Test of the mail server');
  });

  it('names a misspelt setting, and those that the server has otherwise', async () => {
    const examined = await doctor({ SMTP_ULR: 'smtp://mail.example', MAIL_FROM: 'x@wallet.example' });
    expect(examined.code).toBe(1);
    // On a busy machine, an account may be reached too late.
    const wrong = texts(examined, 'wrong').filter((text) => text.startsWith('settings'));
    expect(wrong).toEqual([
      'settings SMTP_ULR is no setting and is ignored: is it SMTP_URL?',
      line('settings the running server has another MAIL_FROM'),
    ]);
  });

  it('examines nothing else while a setting is wrong', async () => {
    const examined = await doctor({ PUBLIC_URL: '', PORT: 'x' });
    expect(examined.code).toBe(1);
    expect(examined.lines.map(({ check }) => check)).toEqual(['settings', 'settings', 'others']);
  });
});
