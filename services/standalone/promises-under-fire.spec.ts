import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort, ledger, seed, startSandboxProcess, startStandalone } from '../../infra/testing/product.js';
import type { Running, SeededUser } from '../../infra/testing/product.js';
import { buyAirtime, eventually, historyOf, walletOf } from './testing/callers.js';
import type { HistoryRow } from './testing/callers.js';

/**
 * 200 concurrent buyers over 20 wallets, every ending of the sandbox in the mix, the server killed with -9 five times
 * meanwhile. Whatever was acknowledged must be there afterwards, and every kobo accounted for.
 * UNDER_FIRE_SEED chooses other moments for the kills and the purchases.
 */
const WALLETS = 20;
const BUYERS = 200;
const PURCHASES_PER_BUYER = 5;
const KILLS = 5;
const FAILING = ['0016', '0099', '0300', '0301', '0040', '0400', '0500', '0083', '0014', '0044'];
const ENDINGS = [...FAILING, '1237', '4561', '7893', '2225'];
const FOR_REVIEW = /(0400|0044)$/;

interface VendorRow {
  readonly requestId: string;
  readonly recipient: string;
  readonly posts: number;
  readonly state: string;
}

interface Verified {
  readonly ok: boolean;
  readonly purchases: Readonly<Record<string, number>>;
  readonly books: Readonly<Record<string, string>>;
  readonly problems: readonly unknown[];
  readonly readModels: unknown;
}

let folder: string;
let dataDir: string;
let vendor: Record<string, string>;
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
  dataDir = join(folder, 'data');
  const [port, sandboxPort] = [await freePort(), await freePort()];
  vendor = {
    DATA_DIR: join(folder, 'vendor'),
    SANDBOX_PORT: String(sandboxPort),
    SANDBOX_LATENCY_MS: '5',
    PORT: String(port),
  };
  sandbox = await startSandboxProcess(vendor);
  Object.assign(settings, { DATA_DIR: dataDir, PORT: String(port), SANDBOX_URL: sandbox.url });
  product = await startStandalone(settings);
  users = await seed(dataDir, WALLETS, 50_000);
}, 120_000);

afterAll(async () => {
  await product?.stop('SIGKILL');
  await sandbox?.stop('SIGKILL');
  rmSync(folder, { recursive: true, force: true });
}, 30_000);

/** Numbers from 0 to 1 that one seed repeats. */
function randomFrom(start: number): () => number {
  let state = start;
  return () => (state = (state * 1_103_515_245 + 12_345) % 2_147_483_648) / 2_147_483_648;
}

interface Acknowledged {
  readonly key: string;
  readonly reference: string;
  readonly recipient: string;
  readonly user: SeededUser;
}

/** Sends until it is answered, as a careful client does: the same key, whatever happens in between. */
async function buy(user: SeededUser, key: string, recipient: string): Promise<Acknowledged> {
  const amount = 50 + (recipient.charCodeAt(6) % 3) * 50;
  for (;;) {
    const answer = await buyAirtime(product.url, user, recipient, { amount, key }).catch(() => undefined);
    if (answer?.status === 200) return { key, reference: String(answer.body['reference']), recipient, user };
    if (answer && answer.status !== 503)
      throw new Error(`${key}: ${answer.status} ${JSON.stringify(answer.body)}`);
    await sleep(100);
  }
}

const recipientOf = (n: number): string => `0803${String(n).padStart(3, '0')}${ENDINGS[n % ENDINGS.length]}`;

async function everything(): Promise<Map<string, HistoryRow>> {
  const rows = (await Promise.all(users.map((user) => historyOf(product.url, user)))).flat();
  return new Map(
    rows.map((row) => [
      row.api_transaction_reference,
      { ...row, phone_number: row.phone_number.replace('+234', '0') },
    ]),
  );
}

/** A purchase that has not reached the end its recipient chooses. A person's decision is not waited for. */
const underWay = ({ phone_number: phone, transaction_status: status }: HistoryRow): boolean =>
  (status === 'Pending' && !FOR_REVIEW.test(phone)) || (status === 'Successful' && phone.endsWith('0040'));

const verified = async (): Promise<Verified> =>
  JSON.parse(await ledger(dataDir, ['verify', '--read-models', '--json'], settings)) as Verified;

/** What the customer may be shown when the vendor's own books say this. */
const SHOWN: Readonly<Record<string, readonly string[]>> = {
  delivered: ['Successful'],
  // Refunded: a kill hid the delivery from us, and the first we heard of it was that it was taken back.
  reversed: ['Reversed', 'Refunded'],
  failed: ['Refunded'],
  notFound: ['Refunded'],
  unknown: ['Pending'],
  review: ['Pending'],
};

it('keeps every promise while the server is killed under load', async () => {
  const start = Number(process.env['UNDER_FIRE_SEED'] ?? 1);
  const random = randomFrom(start);
  const acknowledged: Acknowledged[] = [];
  const buyers = Array.from({ length: BUYERS }, async (_, buyer) => {
    const pause = randomFrom(start * 1_000 + buyer);
    for (let n = 0; n < PURCHASES_PER_BUYER; n++) {
      await sleep(pause() * 2_500);
      const index = buyer * PURCHASES_PER_BUYER + n;
      acknowledged.push(await buy(users[buyer % WALLETS]!, `fire-${index}`, recipientOf(index)));
    }
  });
  const killer = (async () => {
    for (let kill = 0; kill < KILLS; kill++) {
      await sleep(200 + random() * 1_200);
      await product.stop('SIGKILL');
      product = await startStandalone(settings);
    }
  })();
  await Promise.all([...buyers, killer]);
  expect(acknowledged).toHaveLength(BUYERS * PURCHASES_PER_BUYER);

  // A vendor gives up telling a server that is down too often; started again, it tells what nobody took.
  await sandbox.stop();
  sandbox = await startSandboxProcess(vendor);
  await eventually(
    async () => [...(await everything()).values()].filter(underWay),
    (waiting) => waiting.length === 0,
    { withinMs: 45_000, everyMs: 500 },
  );
  const shown = await everything();

  // Every acknowledged purchase exists, once, and a repeated key answers the same reference.
  expect(shown.size).toBe(acknowledged.length);
  for (const { reference, recipient } of acknowledged)
    expect(shown.get(reference)?.phone_number).toBe(recipient);
  for (const one of acknowledged.filter((_, n) => n % 25 === 0))
    expect(await buy(one.user, one.key, one.recipient)).toEqual(one);

  // Chain, postings, captured XOR released, trial balance, and the read models against the replayed log.
  const report = await verified();
  expect(report).toMatchObject({ ok: true, problems: [] });
  const pending = [...shown.values()].filter(({ transaction_status }) => transaction_status === 'Pending');
  expect(report.purchases).toMatchObject({
    accepted: acknowledged.length,
    open: pending.length,
    unsettled: 0,
  });

  // The vendor executed no request id twice and no purchase under two ids, and we say what its books say.
  const vendorLedger = (await (await fetch(`${sandbox.url}/vendor-ledger`)).json()) as VendorRow[];
  expect(vendorLedger.filter(({ posts }) => posts > 1)).toEqual([]);
  const states = new Map<string, string[]>();
  for (const { recipient, state } of vendorLedger)
    states.set(recipient, [...(states.get(recipient) ?? []), state]);
  const lateSuccesses = (await ledger(dataDir, ['events', '--limit', '1000000'], settings))
    .split('\n')
    .filter((line) => line.includes('"LateSuccessDetected"'));
  const contrary = [...shown.values()].filter(({ phone_number: phone, transaction_status: status }) => {
    const said = states.get(phone) ?? [];
    if (said.filter((state) => !['failed', 'notFound'].includes(state)).length > 1) return true;
    // A call that the kill prevented: the vendor never heard of it, so the money went back.
    return !(said.length === 0 ? ['Refunded'] : SHOWN[said.at(-1)!]!).includes(status);
  });
  expect(contrary.filter(({ transaction_status }) => transaction_status !== 'Refunded')).toEqual([]);
  expect(contrary).toHaveLength(lateSuccesses.length);

  // What a customer is shown is what the log adds up to.
  const { accounts } = JSON.parse(await ledger(dataDir, ['balances', '--json'], settings)) as {
    accounts: { account: string; balance: string }[];
  };
  const balances = new Map(accounts.map(({ account, balance }) => [account, -Number(balance) / 100]));
  for (const user of users)
    expect(await walletOf(product.url, user)).toBe(balances.get(`user_available:${user.userId}`));
}, 400_000);
