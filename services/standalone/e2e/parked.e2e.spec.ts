import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { NO_STREAM } from '../../../infra/event-store/event-store.js';
import { openLmdbEventStore } from '../../../infra/event-store/lmdb/open-lmdb-event-store.js';
import { newEvent } from '../../../infra/event-store/testing/new-event.js';
import { ledger, seed, startStandalone } from '../../../infra/testing/product.js';
import type { Running, SeededUser } from '../../../infra/testing/product.js';
import { buyAirtime, call, eventually, historyOf, send } from '../testing/callers.js';

/** An unreadable event in the log. Has its own product: the event breaks its ledger for good. */
let folder: string;
let product: Running;
let poisoned: SeededUser;
let other: SeededUser;

const start = (): Promise<Running> =>
  startStandalone({ DATA_DIR: folder, SANDBOX_LATENCY_MS: '5', DEMO_DATA: '0', LOG_LEVEL: 'silent' });
const run = (...args: string[]): Promise<string> => ledger(folder, args);
const list = async (user: SeededUser) => (await call(product.url, user, '/api/user_transactions/')).body;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'parked-'));
  product = await start();
  [poisoned, other] = (await seed(folder, 2, 5_000)) as [SeededUser, SeededUser];
  await buyAirtime(product.url, poisoned, '08035551111');
  await product.stop();
  const log = await openLmdbEventStore({ dir: join(folder, 'events') });
  const bought = (await log.readAll(0, 1_000)).findLast(({ type }) => type === 'PurchaseAccepted')!;
  // A purchase event without a purchase id.
  await log.append('noise-1', NO_STREAM, [
    newEvent({ userId: bought.data['userId'] as string }, 'AttemptPending'),
  ]);
  await log.close();
  product = await start();
});
afterAll(async () => {
  await product?.stop();
  rmSync(folder, { recursive: true, force: true });
});

describe('an event that cannot be read', () => {
  it('delays the rows of one customer only, and says so', async () => {
    const mine = String((await buyAirtime(product.url, poisoned, '08035552222')).body['reference']);
    const theirs = String((await buyAirtime(product.url, other, '08035553333')).body['reference']);
    await eventually(
      () => historyOf(product.url, other),
      (rows) => rows.some(({ transaction_status }) => transaction_status === 'Successful'),
    );
    expect((await call(product.url, other, '/api/transaction/', { reference: theirs })).status).toBe(200);
    expect(await list(other)).not.toHaveProperty('incomplete');
    const told = await eventually(
      () => list(poisoned),
      ({ incomplete }) => incomplete === true,
    );
    expect(told['total']).toBe(1);
    // The purchase may exist but not be shown yet, so the answer is 503 and not 404.
    const asked = await call(product.url, poisoned, '/api/transaction/', { reference: mine });
    expect([asked.status, asked.body['code']]).toEqual([503, 'READ_MODEL_UNAVAILABLE']);
    const unknown = await call(product.url, other, '/api/transaction/', { reference: mine });
    expect(unknown.status).toBe(404);
  });

  it('is reported in /metrics and in /readyz, which stays 200', async () => {
    const { status, body } = await send(`${product.url}/readyz`, 'GET');
    expect([status, body['problems'], body['parked']]).toEqual([200, [], 1]);
    expect(body['notes']).toEqual([
      expect.stringMatching(
        /^view history keeps 1 apart: \S+ from event \d+ on \(AttemptPending: OperationFault/,
      ),
    ]);
    expect(await (await fetch(`${product.url}/metrics`)).text()).toMatch(/^ledger_parked 1$/m);
  });

  it('is reported by verify, rebuild and unpark', async () => {
    await expect(run('verify')).rejects.toThrow(/view-parked/);
    await expect(run('rebuild', 'history')).rejects.toThrow(/keeps 1 apart/);
    await expect(run('unpark')).rejects.toThrow(/view history keeps 1 apart/);
    await expect(run('unpark', 'nothing')).rejects.toThrow(/no view nothing/);
    await expect(run('unpark', 'wallet')).resolves.toContain('no view keeps anything apart');
  });
});
