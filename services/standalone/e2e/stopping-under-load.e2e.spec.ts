import { afterAll, expect, it } from '@jest/globals';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort, ledger, seed, startStandalone } from '../../../infra/testing/product.js';
import type { Running } from '../../../infra/testing/product.js';
import { buyAirtime, eventually, historyOf, untilQuiet } from '../testing/callers.js';

/** SIGTERM during hundreds of purchases: every caller gets a true answer. Has its own product. */
const BUYERS = 64;
const folder = mkdtempSync(join(tmpdir(), 'stopping-'));
let product: Running | undefined;

afterAll(async () => {
  await product?.stop('SIGKILL');
  rmSync(folder, { recursive: true, force: true });
});

it('ends with 0 on SIGTERM and loses nothing', async () => {
  const settings = {
    DATA_DIR: folder,
    PORT: String(await freePort()),
    SANDBOX_PORT: String(await freePort()),
    DEMO_DATA: '0',
    LOG_LEVEL: 'error',
    SANDBOX_LATENCY_MS: '300',
    VENDOR_REQUERY_SCHEDULE: '500ms',
    // Long for calls under way on slow machines, short for orders that were cut off.
    SHUTDOWN_TIMEOUT: '1m',
    VENDOR_SEND_WITHIN: '10s',
    VENDOR_POST_TIMEOUT: '20s',
    VENDOR_NOT_FOUND_AFTER: '31s',
    VENDOR_NOT_FOUND_SPACING: '1s',
  };
  product = await startStandalone(settings);
  const { url } = product;
  const users = await seed(folder, 8, 500_000);
  const acknowledged: { reference: string; user: number }[] = [];
  const refusedWith = new Set<number>();
  let stopping = false;
  const buyers = Array.from({ length: BUYERS }, async (_, buyer) => {
    for (let n = 0; ; n++) {
      const user = buyer % users.length;
      const phone = `0803${String(buyer).padStart(2, '0')}${String(n).padStart(4, '0')}7`;
      const answer = await buyAirtime(url, users[user]!, phone).catch(() => undefined);
      if (answer?.status === 200) acknowledged.push({ reference: String(answer.body['reference']), user });
      else if (answer) refusedWith.add(answer.status);
      if (stopping || n === 9_999) return;
    }
  });
  await eventually(
    () => Promise.resolve(acknowledged.length),
    (count) => count > BUYERS,
  );
  const code = await product.stop('SIGTERM');
  stopping = true;
  expect(code).toBe(0);
  await Promise.all(buyers);
  expect([...refusedWith].filter((status) => status !== 503)).toEqual([]);
  expect(acknowledged.length).toBeGreaterThan(BUYERS);

  product = await startStandalone(settings);
  // Wait first, because each check starts a process.
  await eventually(
    async () => (await fetch(`${url}/metrics`)).text(),
    (metrics) => /^ledger_open_purchases 0$/m.test(metrics),
    { everyMs: 200 },
  );
  const verified = await eventually(
    async () =>
      JSON.parse(await ledger(folder, ['verify', '--json'], settings)) as {
        ok: boolean;
        purchases: { accepted: number; open: number };
      },
    ({ purchases }) => purchases.open === 0,
    { everyMs: 500 },
  );
  expect(verified.ok).toBe(true);
  expect(verified.purchases.accepted).toBeGreaterThanOrEqual(acknowledged.length);
  await untilQuiet(url);
  for (const [user, person] of users.entries()) {
    const newest = new Set((await historyOf(url, person)).map((row) => row.api_transaction_reference));
    const told = acknowledged.filter((one) => one.user === user).map(({ reference }) => reference);
    // Lists hold the newest 1,000.
    expect(told.slice(-800).filter((reference) => !newest.has(reference))).toEqual([]);
  }
});
