import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { askServer } from '../../../cli/control-socket.js';
import { freePort, seed, startStandalone } from '../../../../infra/testing/product.js';
import type { Running, SeededUser } from '../../../../infra/testing/product.js';
import { views } from '../../../../read-models/views.js';
import { signatureOf } from '../../../alerts/send-digest.js';
import { addressOf, type CallAnswer, type CallName, CALLS } from '../../../contracts/calls.js';
import { buyAirtime, eventually, send, signIn } from '../../testing/callers.js';
import type { SignedIn } from '../../testing/callers.js';
import { mailsTo } from '../../testing/outbox.js';

/** Has its own product: an alert is always open and posted to a webhook. */
const SECRET = 'a-secret-of-the-webhook';
const posted: { readonly signature: unknown; readonly timestamp: string; readonly body: string }[] = [];
const webhook = createServer((request, response) => {
  let body = '';
  request.on('data', (chunk: Buffer) => (body += chunk.toString()));
  request.on('end', () => {
    const { 'x-ledger-signature': signature, 'x-ledger-timestamp': timestamp } = request.headers;
    posted.push({ signature, timestamp: String(timestamp), body });
    response.end();
  });
});
let folder: string;
let sandboxPort: string;
let product: Running;
let admin: SignedIn;
let user: SeededUser;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'operations-'));
  const dataDir = join(folder, 'data');
  webhook.listen(0, '127.0.0.1');
  await once(webhook, 'listening');
  sandboxPort = String(await freePort());
  product = await startStandalone({
    DATA_DIR: dataDir,
    SANDBOX_LATENCY_MS: '5',
    SANDBOX_PORT: sandboxPort,
    // Keeps the alert open, because no disk is ever that empty.
    ALERT_DISK_FREE: '1',
    ALERT_WEBHOOK_URL: `http://127.0.0.1:${(webhook.address() as AddressInfo).port}/`,
    ALERT_WEBHOOK_SECRET: SECRET,
  });
  [user] = (await seed(dataDir, 1, 50_000)) as [SeededUser];
  admin = await signIn(product.url, 'admin@demo.test', 'Admin-pass-1', 'admin');
});

afterAll(async () => {
  await product?.stop();
  webhook.close();
  rmSync(folder, { recursive: true, force: true });
});

const PATH = '/api/admin-operations/';
const operations = async ({ headers } = admin) =>
  (await send(product.url + PATH, 'POST', {}, headers)).body as CallAnswer<'operations'>;

describe('operations', () => {
  it('show the checkpoint of every view, open purchases and free disk space', async () => {
    const told = await eventually(
      operations,
      ({ open_purchases: open, views: standing }) => open === 0 && standing.every(({ lag }) => lag === 0),
    );
    expect(told).toMatchObject({ status: true, problems: [], notes: [], parked: 0 });
    expect(told.views.map(({ view }) => view).toSorted()).toEqual(views.map(({ name }) => name).toSorted());
    expect(told.views.every(({ halted, position }) => halted === null && position > 0)).toBe(true);
    expect(told.disk!.free_bytes).toBeGreaterThan(0);
    expect(told.disk!.total_bytes).toBeGreaterThan(told.disk!.free_bytes);
    expect(told.oldest_open_purchase_seconds).toBeNull();
  });

  it('show each vendor’s queue and success rate', async () => {
    const platinum = async () => (await operations()).vendors.find(({ code }) => code === 1)!;
    const before = await platinum();
    expect(before.delivers).toContain('airtime');
    for (const phone of ['08031110001', '08031110002'])
      expect((await buyAirtime(product.url, user, phone, { amount: 200 })).status).toBe(200);
    expect((await buyAirtime(product.url, user, '08031110016', { amount: 300 })).status).toBe(200);
    const after = await eventually(platinum, ({ ended }) => ended === before.ended + 2);
    expect(after.success_rate).toBe(1);
    // The failure counts for the vendor asked last.
    await eventually(operations, ({ vendors }) => vendors.some(({ success_rate: rate }) => rate === 0));
    expect(after.p95_seconds!).toBeGreaterThanOrEqual(after.p50_seconds!);

    // The vendor never answers for this number, so the purchase stays open.
    expect((await buyAirtime(product.url, user, '08031110300', { amount: 200 })).status).toBe(200);
    const told = await eventually(
      operations,
      // Figures are read one by one, so the purchase may be opened in between.
      ({ open_purchases: open, oldest_open_purchase_seconds: oldest, vendors: [first] }) =>
        open! > 0 && oldest !== null && first!.waiting! > 0,
    );
    expect(told.oldest_open_purchase_seconds).toBeGreaterThanOrEqual(0);
    expect(told.vendors[0]!.oldest_waiting_seconds).toBeGreaterThanOrEqual(0);
  });

  it('raise an alert once by mail and webhook, and show who acknowledged it', async () => {
    const { alerts } = await eventually(operations, ({ alerts: open }) => open.length > 0);
    expect(alerts).toEqual([
      expect.objectContaining({ text: 'Less than 100% of the disk is left.', acknowledged_by: null }),
    ]);
    await eventually(
      () => Promise.resolve(posted),
      (all) => all.length > 0,
    ).catch((error: unknown) => {
      // The product logs why it did not post.
      throw new Error(`nothing was posted: ${product.output()}`, { cause: error });
    });
    const [{ signature, timestamp, body }] = posted as [(typeof posted)[number]];
    expect(signature).toBe(signatureOf(SECRET, timestamp, body));
    expect(JSON.parse(body)).toMatchObject({ alerts: [{ id: alerts[0]!.id, rule: 'low-disk' }] });
    const mails = await eventually(
      () => mailsTo(`http://127.0.0.1:${sandboxPort}`, 'admin@demo.test'),
      (all) => all.some(({ text }) => text.includes('of the disk is left')),
    );
    expect(mails.filter(({ text }) => text.includes('of the disk is left')).length).toBe(1);
    expect(posted.length).toBe(1);

    const acknowledge = async (alertId: string, { headers } = admin) =>
      (await send(`${product.url}/api/admin-acknowledge-alert/`, 'POST', { alertId }, headers)).status;
    const auditor = await signIn(product.url, 'auditor@demo.test', 'Audit-pass-1', 'admin');
    expect(await acknowledge(alerts[0]!.id, auditor)).toBe(403);
    expect(await acknowledge(randomUUID())).toBe(404);
    const { id } = alerts[0]!;
    expect(await Promise.all([acknowledge(id), acknowledge(id)])).toEqual([200, 200]);
    expect((await operations(auditor)).alerts).toEqual([
      expect.objectContaining({ id, acknowledged_by: 'Chidi', acknowledged_at: expect.any(String) }),
    ]);
  });

  it('hold selling after a restore until an owner releases it', async () => {
    await askServer(join(folder, 'data'), 'hold-sending', { reason: 'Restored files' }, () => undefined);
    const { sending_hold: hold } = await eventually(operations, ({ sending_hold }) => sending_hold !== null);
    expect(hold).toMatchObject({ reason: 'Restored files', since: expect.any(String) });
    const refused = await buyAirtime(product.url, user, '08031110003', { amount: 200 });
    expect([refused.status, refused.body['code']]).toEqual([503, 'SALES_HELD']);
    await eventually(operations, ({ alerts }) => alerts.some(({ text }) => /was restored/.test(text)));

    const release = async (body: object, { headers } = admin) =>
      (await send(`${product.url}/api/admin-release-sending/`, 'POST', body, headers)).status;
    const reason = 'The statements of all vendors';
    const auditor = await signIn(product.url, 'auditor@demo.test', 'Audit-pass-1', 'admin');
    expect(await release({ holdId: hold!.id, reason }, auditor)).toBe(403);
    expect(await release({ holdId: randomUUID(), reason })).toBe(409);
    expect(await release({ holdId: hold!.id, reason: ' ' })).toBe(422);
    expect(await release({ holdId: hold!.id, reason })).toBe(200);
    expect((await operations()).sending_hold).toBeNull();
    expect((await buyAirtime(product.url, user, '08031110003', { amount: 200 })).status).toBe(200);
  });

  it('let the administrator of the README refund the purchase that needs a person', async () => {
    const readme = readFileSync(new URL('../../../../../README.md', import.meta.url), 'utf8');
    const [, phone] = /Buy airtime for `(\d+)`: its outcome needs a person/.exec(readme)!;
    const [, email, password, pin] = /customer with .*\| `(.+?)` \| `(.+?)` \| `(\d{4})`/.exec(readme)!;
    const [, staff, secret] = /administrator \| `(.+?)` \| `(.+?)`/.exec(readme)!;
    const customer = await signIn(product.url, email!, password!);
    const ask = async (name: CallName, body: object, { headers }: SignedIn, id?: string) =>
      (await send(product.url + addressOf(CALLS[name], id), 'POST', body, headers)).body;
    const wallet = async () =>
      ((await ask('userData', {}, customer))['user_data'] as { user_wallet: number }).user_wallet;
    const before = await wallet();
    const order = { amount: 100, network: 1, phone, transaction_pin: pin };
    const { reference } = await ask('buyAirtime', order, customer);
    expect(await wallet()).toBeLessThan(before);
    const person = await signIn(product.url, staff!, secret!, 'admin');
    const [row] = await eventually(
      async () =>
        (await ask('failedExternal', { search: reference }, person))['failed_history'] as { id: string }[],
      ({ length }) => length === 1,
    );
    expect(await ask('refundExternal', { reason: 'No record' }, person, row!.id)).toMatchObject({
      status: true,
    });
    expect(await eventually(wallet, (naira) => naira === before)).toBe(before);
  });

  it('are readable by auditors and refused to others', async () => {
    const auditor = await signIn(product.url, 'auditor@demo.test', 'Audit-pass-1', 'admin');
    expect(await operations(auditor)).toMatchObject({ status: true });
    const statusFor = async (headers: Readonly<Record<string, string>>) =>
      (await send(product.url + PATH, 'POST', {}, headers)).status;
    expect(await statusFor({ authorization: `Bearer ${user.apiToken}` })).toBe(403);
    expect(await statusFor({})).toBe(401);
  });
});
