import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort, ledger, seed, startSandboxProcess, startStandalone } from '../../infra/testing/product.js';
import type { Running, SeededUser } from '../../infra/testing/product.js';

/**
 * 200 concurrent buyers over 20 wallets, every ending of the sandbox in the mix, the server killed with -9 five times
 * meanwhile. Whatever was acknowledged must be there afterwards, and every kobo accounted for.
 */
const WALLETS = 20;
const BUYERS = 200;
const PURCHASES_PER_BUYER = 5;
const KILLS = 5;
const ENDINGS = [
  '0016',
  '0099',
  '0300',
  '0301',
  '0040',
  '0400',
  '0500',
  '0083',
  '0014',
  '0044',
  '1237',
  '4561',
  '7893',
  '2225',
];

interface VendorRow {
  readonly requestId: string;
  readonly recipient: string;
  readonly posts: number;
  readonly state: string;
}

let folder: string;
let sandbox: Running;
let product: Running;
let users: SeededUser[];
const settings: Record<string, string> = {
  VENDOR_REQUERY_SCHEDULE: '200ms,300ms,500ms,1s',
  VENDOR_NOT_FOUND_AFTER: '2500ms',
  VENDOR_NOT_FOUND_SPACING: '400ms',
  VENDOR_REVIEW_AFTER: '6s',
  VENDOR_POST_TIMEOUT: '1s',
  VENDOR_QUERY_TIMEOUT: '1s',
  DEMO_DATA: '0',
  LOG_LEVEL: 'error',
};

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'under-fire-'));
  const [port, sandboxPort] = [await freePort(), await freePort()];
  sandbox = await startSandboxProcess({
    DATA_DIR: join(folder, 'vendor'),
    SANDBOX_PORT: String(sandboxPort),
    SANDBOX_LATENCY_MS: '5',
    PORT: String(port),
  });
  Object.assign(settings, { DATA_DIR: join(folder, 'data'), PORT: String(port), SANDBOX_URL: sandbox.url });
  product = await startStandalone(settings);
  users = await seed(join(folder, 'data'), WALLETS, 50_000);
}, 120_000);

afterAll(async () => {
  await product?.stop('SIGKILL');
  await sandbox?.stop('SIGKILL');
  rmSync(folder, { recursive: true, force: true });
}, 30_000);

interface Acknowledged {
  readonly key: string;
  readonly reference: string;
  readonly recipient: string;
}

/** Sends until it is answered, as a careful client does: the same key, whatever happens in between. */
async function buy(user: SeededUser, key: string, recipient: string): Promise<Acknowledged> {
  for (;;) {
    const answer = await fetch(`${product.url}/api/buycard/`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        authorization: `Bearer ${user.apiToken}`,
        'idempotency-key': key,
      },
      body: JSON.stringify({
        amount: 50 + (recipient.charCodeAt(6) % 3) * 50,
        network: 1,
        phone: recipient,
        transaction_pin: user.pin,
      }),
      signal: AbortSignal.timeout(10_000),
    }).catch(() => undefined);
    const body = (await answer?.json().catch(() => undefined)) as { reference: string } | undefined;
    if (answer?.status === 200 && body) return { key, reference: body.reference, recipient };
    if (answer && answer.status !== 503) throw new Error(`${answer.status} ${JSON.stringify(body)}`);
    await sleep(100);
  }
}

const recipientOf = (n: number): string =>
  `080${[3, 6][Math.floor(n / 1_000) % 2]}${String(n % 1_000).padStart(3, '0')}${ENDINGS[n % ENDINGS.length]}`;

async function verified(): Promise<{ ok: boolean; purchases: Record<string, number>; problems: unknown[] }> {
  return JSON.parse(
    await ledger(join(folder, 'data'), ['verify', '--read-models', '--json'], settings),
  ) as never;
}

it('keeps every promise while the server is killed under load', async () => {
  const acknowledged: Acknowledged[] = [];
  let buying = true;
  const buyers = Array.from({ length: BUYERS }, async (_, buyer) => {
    const user = users[buyer % WALLETS]!;
    for (let n = 0; n < PURCHASES_PER_BUYER; n++) {
      const index = buyer * PURCHASES_PER_BUYER + n;
      acknowledged.push(await buy(user, `fire-${index}`, recipientOf(index)));
    }
  });
  const killer = (async () => {
    for (let kill = 0; kill < KILLS; kill++) {
      await sleep(buying ? 700 : 200);
      await product.stop('SIGKILL');
      product = await startStandalone(settings);
    }
  })();
  await Promise.all(buyers);
  buying = false;
  await killer;
  expect(acknowledged).toHaveLength(BUYERS * PURCHASES_PER_BUYER);

  // What stays open is what a person must judge: 0400 (never answers anything) and 0044 (asks for review).
  const forReview = acknowledged.filter(({ recipient }) => /(0400|0044)$/.test(recipient)).length;
  let report = await verified();
  for (let waited = 0; waited < 90 && report.purchases['open'] !== forReview; waited++) {
    await sleep(1_000);
    report = await verified();
  }
  expect(report.problems).toEqual([]);
  expect(report.ok).toBe(true);
  expect(report.purchases['accepted']).toBe(acknowledged.length);
  expect(report.purchases['open']).toBe(forReview);

  // Every acknowledged purchase exists, and a repeated key answers the same reference.
  expect(new Set(acknowledged.map(({ reference }) => reference)).size).toBe(acknowledged.length);
  for (const [index, one] of acknowledged.entries())
    if (index % 25 === 0) {
      const buyer = Math.floor(Number(one.key.slice(5)) / PURCHASES_PER_BUYER);
      expect(await buy(users[buyer % WALLETS]!, one.key, one.recipient)).toEqual(one);
    }

  // The vendor executed no request id twice and no purchase under two ids.
  const vendorLedger = (await (await fetch(`${sandbox.url}/vendor-ledger`)).json()) as VendorRow[];
  const executed = new Map<string, number>();
  for (const row of vendorLedger) {
    expect(row.posts).toBeLessThanOrEqual(1);
    if (row.state === 'delivered') executed.set(row.recipient, (executed.get(row.recipient) ?? 0) + 1);
  }
  expect([...executed.values()].filter((times) => times > 1)).toEqual([]);
}, 240_000);
