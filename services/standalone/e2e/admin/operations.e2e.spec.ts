import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { seed, startStandalone } from '../../../../infra/testing/product.js';
import type { Running, SeededUser } from '../../../../infra/testing/product.js';
import { views } from '../../../../read-models/views.js';
import type { CallAnswer } from '../../../contracts/calls.js';
import { buyAirtime, eventually, send, signIn } from '../../testing/callers.js';
import type { SignedIn } from '../../testing/callers.js';

/** What the people who keep the product running are told of it. */
let folder: string;
let product: Running;
let admin: SignedIn;
let user: SeededUser;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'operations-'));
  const dataDir = join(folder, 'data');
  product = await startStandalone({ DATA_DIR: dataDir, SANDBOX_LATENCY_MS: '5', LOG_LEVEL: 'error' });
  [user] = (await seed(dataDir, 1, 50_000)) as [SeededUser];
  admin = await signIn(product.url, 'admin@demo.test', 'Admin-pass-1', 'admin');
});

afterAll(async () => {
  await product?.stop();
  rmSync(folder, { recursive: true, force: true });
});

const PATH = '/api/admin-operations/';
const operations = async ({ headers } = admin) =>
  (await send(product.url + PATH, 'POST', {}, headers)).body as CallAnswer<'operations'>;

describe('operations', () => {
  it('tell how far every view is, what is open, and the space that is left', async () => {
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

  it('count what waits for a vendor, and how it does', async () => {
    const platinum = async () => (await operations()).vendors.find(({ code }) => code === 1)!;
    const before = await platinum();
    expect(before.delivers).toContain('airtime');
    for (const phone of ['08031110001', '08031110002'])
      expect((await buyAirtime(product.url, user, phone, { amount: 200 })).status).toBe(200);
    expect((await buyAirtime(product.url, user, '08031110016', { amount: 300 })).status).toBe(200);
    const after = await eventually(platinum, ({ ended }) => ended === before.ended + 2);
    expect(after.success_rate).toBe(1);
    // A failure is counted for whoever was asked last.
    await eventually(operations, ({ vendors }) => vendors.some(({ success_rate: rate }) => rate === 0));
    expect(after.p95_seconds!).toBeGreaterThanOrEqual(after.p50_seconds!);

    // Nobody answers for this number: it stays open, and waits for its vendor.
    expect((await buyAirtime(product.url, user, '08031110300', { amount: 200 })).status).toBe(200);
    const told = await eventually(
      operations,
      ({ open_purchases: open, vendors: [first] }) => open! > 0 && first!.waiting! > 0,
    );
    expect(told.oldest_open_purchase_seconds).toBeGreaterThanOrEqual(0);
    expect(told.vendors[0]!.oldest_waiting_seconds).toBeGreaterThanOrEqual(0);
  });

  it('may be looked at by auditors, and by nobody else', async () => {
    const auditor = await signIn(product.url, 'auditor@demo.test', 'Audit-pass-1', 'admin');
    expect(await operations(auditor)).toMatchObject({ status: true });
    const statusFor = async (headers: Readonly<Record<string, string>>) =>
      (await send(product.url + PATH, 'POST', {}, headers)).status;
    expect(await statusFor({ authorization: `Bearer ${user.apiToken}` })).toBe(403);
    expect(await statusFor({})).toBe(401);
  });
});
