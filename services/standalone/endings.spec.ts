import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort, ledger, seed, startStandalone } from '../../infra/testing/product.js';
import type { Running, SeededUser } from '../../infra/testing/product.js';
import { buyAirtime, call, eventually, send, walletOf } from './testing/callers.js';

/** Every ending of the sandbox bought once: how it ends for the customer, and how often the vendor was asked to deliver. */
const ENDS: Readonly<Record<string, { status: string; steps: readonly string[]; posts: number }>> = {
  // Declined for sure: two other vendors are tried, each once.
  '0016': { status: 'Refunded', steps: ['refunded'], posts: 3 },
  '0099': { status: 'Successful', steps: ['pending', 'delivered'], posts: 1 },
  '0300': { status: 'Successful', steps: ['unknown', 'delivered'], posts: 1 },
  '0301': { status: 'Refunded', steps: ['unknown', 'refunded'], posts: 1 },
  '0040': { status: 'Reversed', steps: ['delivered', 'reversed'], posts: 1 },
  '0400': { status: 'Pending', steps: ['unknown', 'review'], posts: 1 },
  '0500': { status: 'Refunded', steps: ['unknown', 'refunded'], posts: 1 },
  '0083': { status: 'Successful', steps: ['unknown', 'delivered'], posts: 1 },
  '0014': { status: 'Successful', steps: ['unknown', 'delivered'], posts: 1 },
  '0044': { status: 'Pending', steps: ['review'], posts: 1 },
  '1234': { status: 'Successful', steps: ['delivered'], posts: 1 },
};
const PRICE = 99;
let folder: string;
let product: Running;
let sandboxUrl: string;
let user: SeededUser;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'endings-'));
  const sandboxPort = String(await freePort());
  sandboxUrl = `http://127.0.0.1:${sandboxPort}`;
  product = await startStandalone({
    DATA_DIR: folder,
    SANDBOX_PORT: sandboxPort,
    SANDBOX_LATENCY_MS: '5',
    VENDOR_REQUERY_SCHEDULE: '200ms,300ms,500ms',
    VENDOR_NOT_FOUND_AFTER: '1500ms',
    VENDOR_NOT_FOUND_SPACING: '300ms',
    VENDOR_REVIEW_AFTER: '3s',
    VENDOR_POST_TIMEOUT: '500ms',
    VENDOR_QUERY_TIMEOUT: '500ms',
    DEMO_DATA: '0',
    LOG_LEVEL: 'error',
  });
  [user] = (await seed(folder, 1, 10_000)) as [SeededUser];
}, 90_000);

afterAll(async () => {
  await product?.stop();
  rmSync(folder, { recursive: true, force: true });
}, 30_000);

interface Details {
  readonly transaction_status: string;
  readonly steps: readonly { step: string }[];
}

it('ends as the vendor decided, with the money where it belongs', async () => {
  const bought = await Promise.all(
    Object.entries(ENDS).map(async ([ending, expected]) => {
      const phone = `0803555${ending}`;
      const { status, body } = await buyAirtime(product.url, user, phone);
      expect([ending, status, body['transaction_status']]).toEqual([ending, 200, 'Pending']);
      return { ending, phone, expected, reference: String(body['reference']) };
    }),
  );
  const table = await Promise.all(
    bought.map(async ({ ending, phone, expected, reference }) => {
      const details = await eventually(
        async () =>
          (await call(product.url, user, '/api/transaction/', { reference })).body['transaction'] as Details,
        ({ transaction_status, steps }) =>
          transaction_status === expected.status && steps.some(({ step }) => step === expected.steps.at(-1)),
        { withinMs: 20_000, everyMs: 200 },
      ).catch((error: unknown) => {
        throw new Error(`${ending}: ${String(error)}`);
      });
      const rows = (await send(`${sandboxUrl}/vendor-ledger?recipient=${phone}`, 'GET')).body as unknown as {
        posts: number;
        state: string;
      }[];
      const steps = details.steps.map(({ step }) => step);
      return {
        ...{ ending, status: details.transaction_status, steps },
        posts: rows.reduce((sum, row) => sum + row.posts, 0),
        vendor: rows.map(({ state }) => state).join(),
      };
    }),
  );
  process.stdout.write(
    `${table
      .map(
        ({ ending, status, posts, vendor, steps }) =>
          `${ending}  ${status.padEnd(10)}  ${posts} posts  vendor: ${vendor.padEnd(22)}  ${steps.join(' > ')}`,
      )
      .join('\n')}\n`,
  );
  for (const { ending, status, posts, steps } of table) {
    const expected = ENDS[ending]!;
    expect({ ending, status, posts }).toEqual({ ending, status: expected.status, posts: expected.posts });
    expect(steps.slice(0, 2)).toEqual(['accepted', 'sent']);
    expect(steps).toEqual(expect.arrayContaining([...expected.steps]));
  }

  const kept = table.filter(({ status }) => status === 'Successful').length;
  const held = table.filter(({ status }) => status === 'Pending').length;
  expect(await walletOf(product.url, user)).toBe(10_000 - (kept + held) * PRICE);
  const report = JSON.parse(await ledger(folder, ['verify', '--read-models', '--json'])) as object;
  expect(report).toMatchObject({ ok: true, purchases: { accepted: table.length, open: held } });
}, 60_000);
