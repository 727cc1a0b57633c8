import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { loadConfig } from '../runtime/config.js';
import { openLmdbKeyVault } from '../../infra/crypto/open-lmdb-key-vault.js';
import { createCommitSignal } from '../../infra/event-store/commit-signal.js';
import { openLmdbEventStore } from '../../infra/event-store/lmdb/open-lmdb-event-store.js';
import { openLmdbSnapshots } from '../../infra/snapshots/open-lmdb-snapshots.js';
import { Catalog } from '../catalog/catalog.js';
import type { PlaceOrderHandler } from '../purchases/accept/place-order.handler.js';
import { PlaceOrder } from '../purchases/accept/place-order.handler.js';
import { placeOrders } from '../purchases/testing/place-orders.js';
import { derivedId } from '../purchases/accept/references.js';
import { PurchaseStreams } from '../purchases/purchase.streams.js';
import { RequestRequery } from '../purchases/attempt/request-requery.js';
import { eventually } from '../purchases/testing/purchase-world.js';
import { type Sandbox, startSandbox } from '../sandbox/start-sandbox.js';
import { parseVtpassWebhook } from '../vendors/vtpass/read-answer.js';
import { WalletStreams } from '../wallet/wallet.streams.js';
import { startWorkerThread, type WorkerThread } from './start-worker-thread.js';

const SYSTEM = { kind: 'system', id: 'test' } as const;
const ADA = { userId: 'ada', tier: 'regular', emailVerified: true, pinMac: 'x' } as const;
/** Phone number whose delivery is later reversed, so it is bought first. */
const REVERSED = '08031230040';
const SETTLED = ['PurchaseCaptured', 'PurchaseReleased', 'PurchaseReversed'];

describe('the worker in its thread, against the sandbox', () => {
  const dir = mkdtempSync(join(tmpdir(), 'worker-thread-'));
  const dirs = { events: join(dir, 'events'), keys: join(dir, 'keys'), snapshots: join(dir, 'snapshots') };
  let sandbox: Sandbox;
  let thread: WorkerThread;
  let webhooks: Server;
  let buyer: PlaceOrderHandler;
  let eventStore: Awaited<ReturnType<typeof openLmdbEventStore>>;
  const faults: string[] = [];
  const closing: (() => Promise<unknown>)[] = [];

  beforeAll(async () => {
    const latencyMs = 5;
    const secrets = { monnifyApiKey: 'key', monnifySecretKey: 'secret' };
    sandbox = await startSandbox({
      dataDir: dir,
      port: 0,
      latencyMs,
      webhookUrls: {},
      secrets,
      // The delivery must be seen before its reversal.
      reverseAfterMs: 20_000,
    });
    const config = loadConfig({
      NODE_ENV: 'test',
      DATA_DIR: dir,
      SANDBOX_URL: sandbox.url,
      LOG_LEVEL: 'error',
      VENDOR_REQUERY_SCHEDULE: '150ms,150ms,300ms',
      VENDOR_NOT_FOUND_AFTER: '800ms',
      VENDOR_NOT_FOUND_SPACING: '200ms',
      VENDOR_REVIEW_AFTER: '1h',
      VENDOR_SEND_WITHIN: '10m',
      VENDOR_POST_TIMEOUT: '500ms',
    });
    const commitSignal = createCommitSignal();
    eventStore = await openLmdbEventStore({ dir: dirs.events, commitSignal });
    const vault = await openLmdbKeyVault({ dir: dirs.keys });
    const snapshots = openLmdbSnapshots({ dir: dirs.snapshots });
    await vault.createKey('ada');
    const wallets = new WalletStreams(eventStore, snapshots);
    const payment = {
      provider: 'opening',
      transactionReference: 'opening',
      source: 'test',
      paid: 100_000_00n,
      settled: 100_000_00n,
      charge: 0n,
    };
    const context = { actor: SYSTEM, correlationId: 'opening', causationId: 'opening', now: new Date() };
    await wallets.handle('ada', { type: 'FundWallet', ...payment }, context);
    buyer = placeOrders({ wallets, vault, prices: new Catalog(config) });
    thread = await startWorkerThread({
      dirs,
      config,
      eventStore,
      commitSignal,
      settle: (userId, command, settleMeta) => wallets.handle(userId, command, settleMeta),
      onFault: (message) => faults.push(message),
    });
    const requery = new RequestRequery(new PurchaseStreams(eventStore), thread.jobs);
    webhooks = createServer((request, response) => {
      text(request)
        .then(async (body) => {
          const hint = parseVtpassWebhook(body);
          if (hint) await requery.byVendorReference(hint.vendorReference);
          response.setHeader('content-type', 'application/json').end('{"response":"success"}');
        })
        // A webhook may arrive after the stores are closed.
        .catch(() => response.destroy());
    }).listen(0, '127.0.0.1');
    await new Promise((resolve) => webhooks.once('listening', resolve));
    sandbox.setWebhookUrls({ vtpass: `http://127.0.0.1:${(webhooks.address() as AddressInfo).port}/` });
    closing.push(
      () => wallets.close(),
      () => eventStore.close(),
      () => vault.close(),
      () => snapshots.close(),
    );
  });

  afterAll(async () => {
    await thread?.stop();
    webhooks?.closeAllConnections();
    webhooks?.close();
    for (const close of closing) await close();
    await sandbox?.stop();
    rmSync(dir, { recursive: true, force: true });
  });

  async function buy(key: string, phone: string): Promise<string> {
    const order = {
      user: ADA,
      pin: '4826',
      confirmDuplicate: false,
      idempotencyKey: key,
      correlationId: key,
      actor: SYSTEM,
    };
    await buyer.execute(new PlaceOrder('airtime', order, { network: 1, phone, amount: 100_00n }));
    return derivedId('ada', key);
  }
  async function settlements(purchaseId: string): Promise<string[]> {
    const events = await eventStore.readStream('wallet-ada');
    return events
      .filter(({ type, data }) => SETTLED.includes(type) && data['purchaseId'] === purchaseId)
      .map(({ type }) => type);
  }

  let reversed: string;
  beforeAll(async () => {
    reversed = await buy(`key-${REVERSED}`, REVERSED);
  });

  it.each([
    ['is delivered', '08031231111', 'PurchaseCaptured'],
    ['is declined', '08031230016', 'PurchaseReleased'],
    ['is pending, then delivered', '08031230099', 'PurchaseCaptured'],
    ['is never answered, but delivered', '08031230300', 'PurchaseCaptured'],
    ['never arrived', '08031230301', 'PurchaseReleased'],
    ['is answered with an HTML page, and failed', '08031230500', 'PurchaseReleased'],
    ['is answered ambiguously, but delivered', '08031230083', 'PurchaseCaptured'],
    ['is called a duplicate, but delivered', '08031230014', 'PurchaseCaptured'],
    ['is delivered, then reversed', REVERSED, 'PurchaseCaptured,PurchaseReversed'],
  ])('settles a purchase that %s', async (_, phone, expected) => {
    const purchaseId = phone === REVERSED ? reversed : await buy(`key-${phone}`, phone);
    await eventually(expected, async () => (await settlements(purchaseId)).join() === expected);
    const ledger = (await (await fetch(`${sandbox.url}/vendor-ledger`)).json()) as {
      recipient: string;
      posts: number;
      state: string;
    }[];
    const attempts = ledger.filter(({ recipient }) => recipient.endsWith(phone.slice(1)));
    for (const { posts } of attempts) expect(posts).toBe(1);
    // Only a failed attempt, which charges nothing, allows another vendor.
    expect(attempts.filter(({ state }) => state !== 'failed').length).toBeLessThanOrEqual(1);
  });

  it('reports its health and no faults', async () => {
    // The stream shows a delivery before the call that delivered it has ended.
    await eventually('nothing open', () => {
      const { openPurchases, inFlight } = thread.health() ?? {};
      return openPurchases === 0 && inFlight === 0;
    });
    expect(thread.health()).toMatchObject({ faults: 0, oldestOpenAt: undefined });
    expect(faults).toEqual([]);
  });
});
