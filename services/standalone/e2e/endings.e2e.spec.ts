import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort, ledger, seed, startStandalone } from '../../../infra/testing/product.js';
import type { Running, SeededUser } from '../../../infra/testing/product.js';
import { call, eventually, send, walletOf } from '../testing/callers.js';
import { type End, ENDS, PRODUCTS_ON_SALE, type SoldProduct } from '../testing/products-on-sale.js';

/** Has its own product: it restarts with shorter timeouts, and every event of its ledger is checked. */
const BALANCE = 1_000_000;
let folder: string;
let product: Running;
let settings: Record<string, string>;
let sandboxUrl: string;
let user: SeededUser;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'endings-'));
  const sandboxPort = String(await freePort());
  sandboxUrl = `http://127.0.0.1:${sandboxPort}`;
  settings = {
    DATA_DIR: folder,
    SANDBOX_PORT: sandboxPort,
    SANDBOX_LATENCY_MS: '5',
    // Late enough that the delivery is seen before the reversal.
    SANDBOX_REVERSE_AFTER: '1m',
    VENDOR_REQUERY_SCHEDULE: '200ms,300ms,500ms',
    VENDOR_NOT_FOUND_AFTER: '1500ms',
    VENDOR_NOT_FOUND_SPACING: '300ms',
    // Long time until a review, so that no purchase is reviewed early. The restart shortens the time.
    VENDOR_REVIEW_AFTER: '1h',
    VENDOR_SEND_WITHIN: '10m',
    // Long, because a vendor without our references cannot be asked about late answers.
    VENDOR_POST_TIMEOUT: '1m',
    VENDOR_QUERY_TIMEOUT: '1m',
    DEMO_DATA: '0',
    LOG_LEVEL: 'error',
  };
  product = await startStandalone(settings);
  [user] = (await seed(folder, 1, BALANCE)) as [SeededUser];
});

afterAll(async () => {
  await product?.stop();
  rmSync(folder, { recursive: true, force: true });
});

interface Details {
  readonly transaction_status: string;
  readonly price: number;
  readonly token_pin?: string;
  readonly steps: readonly { step: string }[];
}

interface Case {
  readonly sold: SoldProduct;
  readonly ending: string;
  readonly end: End;
}

const CASES: readonly Case[] = PRODUCTS_ON_SALE.flatMap((sold) =>
  Object.entries({ ...ENDS, ...sold.ends }).map(([ending, end]) => ({ sold, ending, end })),
);

/** Buys every product with every ending, and compares the outcome with the vendor's decision. */
it('ends as the vendor decided, with the money where it belongs', async () => {
  const bought = await Promise.all(CASES.map(buy));
  // Check the purchases one after another, because the others proceed meanwhile.
  for (const each of bought) await outcomeOf(each, beforeReview(each));
  await product.stop();
  product = await startStandalone({ ...settings, VENDOR_REVIEW_AFTER: '1s' });
  const outcomes: OutcomeOf[] = [];
  for (const each of bought) outcomes.push(await outcomeOf(each));
  process.stdout.write(`${tableOf(outcomes)}\n`);

  expect(outcomes.map(asExpected)).toEqual(CASES.map(expectedOf));
  for (const { steps, end } of outcomes) {
    expect(steps.slice(0, 2)).toEqual(['accepted', 'sent']);
    expect(steps).toEqual(expect.arrayContaining([...end.steps]));
  }
  await eachPromiseHolds(outcomes);
  await eachVendorAgrees();
});

async function buy({ sold, ending, end }: Case) {
  const recipient = sold.recipient(ending);
  const { status, body } = await call(
    product.url,
    user,
    sold.path,
    { ...sold.body(recipient), transaction_pin: user.pin },
    { 'idempotency-key': `${sold.name}-${ending}`.replace(/[^A-Za-z0-9]+/g, '-') },
  );
  const answered = [sold.name, ending, status, body['transaction_status'], body['message']];
  expect(answered.slice(0, 4)).toEqual([sold.name, ending, 200, 'Pending']);
  return { sold, ending, end, recipient, reference: String(body['reference']) };
}

type Bought = Awaited<ReturnType<typeof buy>>;

/** Last step before the review of purchases that the vendor never explains. */
const beforeReview = ({ ending, end }: Bought): string | undefined =>
  ending === '0400' ? end.steps[0] : end.steps.at(-1);

async function outcomeOf({ sold, ending, end, recipient, reference }: Bought, lastStep = end.steps.at(-1)) {
  const details = await eventually(
    async () =>
      (await call(product.url, user, '/api/transaction/', { reference })).body['transaction'] as Details,
    ({ transaction_status, steps }) =>
      transaction_status === end.status && steps.some(({ step }) => step === lastStep),
    { everyMs: 100, withinMs: 600_000 },
  ).catch((error: unknown) => {
    throw new Error(`${sold.name}, ${ending}: ${String(error)}`);
  });
  const rows = (await send(`${sandboxUrl}/vendor-ledger?recipient=${recipient}`, 'GET')).body;
  const posts = (rows as unknown as { posts: number }[]).reduce((sum, row) => sum + row.posts, 0);
  return { sold, ending, end, details, posts, steps: details.steps.map(({ step }) => step) };
}

type OutcomeOf = Awaited<ReturnType<typeof outcomeOf>>;

const asExpected = ({ sold, ending, details, posts }: OutcomeOf) => ({
  product: sold.name,
  ending,
  status: details.transaction_status,
  posts,
  charged: details.price,
  tokenPin: details.token_pin !== undefined,
});

const expectedOf = ({ sold, ending, end }: Case) => ({
  product: sold.name,
  ending,
  status: end.status,
  posts: end.posts,
  charged: end.charged ?? sold.price,
  tokenPin: sold.tokenPin === true && (end.status === 'Successful' || end.status === 'Reversed'),
});

/** Prints a row per product and a column per ending. */
function tableOf(outcomes: readonly OutcomeOf[]): string {
  const endings = [...new Set(outcomes.map(({ ending }) => ending))];
  const rows = PRODUCTS_ON_SALE.map(({ name }) => {
    const cells = endings.map((ending) => {
      const found = outcomes.find((outcome) => outcome.sold.name === name && outcome.ending === ending);
      return (found ? `${found.details.transaction_status} ${found.posts}` : '').padEnd(12);
    });
    return `${name.padEnd(22)}${cells.join(' ')}`;
  });
  return [`${''.padEnd(22)}${endings.map((ending) => ending.padEnd(12)).join(' ')}`, ...rows].join('\n');
}

interface Reconciled {
  readonly differing: number;
  readonly differences: Readonly<Record<string, { readonly count: number }>>;
  readonly agreed: { readonly matched: { readonly count: number } };
}

/** Sells data from SIMs without our references, so unanswered orders cannot be found there. */
const NAMELESS_VENDOR = 4;
const VENDORS = [1, 2, 11, 12, 13];

/** Reconciles each vendor's statement. `reconcile.spec.ts` plants the differences. */
async function eachVendorAgrees(): Promise<void> {
  const compare = async (vendor: number, statement: string): Promise<Reconciled> =>
    JSON.parse(
      await ledger(folder, ['reconcile', '--vendor', String(vendor), '--statement', statement, '--json']),
    ) as Reconciled;
  const differing = async (vendor: number, statement: string): Promise<string> => {
    const ended: unknown = await compare(vendor, statement).catch((error: unknown) => error);
    expect(ended).toBeInstanceOf(Error);
    return (ended as Error).message;
  };
  const addressOf = (vendor: number): string => `${sandboxUrl}/statements/vendors/${vendor}`;
  let matched = 0;
  for (const vendor of VENDORS) {
    const { differing: differ, agreed } = await compare(vendor, addressOf(vendor));
    expect({ vendor, differ }).toEqual({ vendor, differ: 0 });
    matched += agreed.matched.count;
  }
  expect(matched).toBeGreaterThan(30);
  expect(await differing(NAMELESS_VENDOR, addressOf(NAMELESS_VENDOR))).toMatch(
    /ended with 1: .*"missingHere":\{"count":3,.*"differing":3,/,
  );

  const text = await (await fetch(addressOf(1))).text();
  const [head, ...rows] = text.trim().split('\n');
  const sold = rows.find((row) => row.includes(',delivered,'))!;
  const cut = join(folder, 'statement.csv');
  writeFileSync(cut, `${head}\n${sold.replace(/,\d+\.\d\d,delivered/, ',,delivered')}\n`);
  expect(await differing(1, cut)).toMatch(/with 2: .*line 2, column "amount_charged": ""/);
  expect(await differing(1, `${sandboxUrl}/statements/nobody`)).toMatch(/with 2: .*it answers 404/);
  expect(await differing(1, join(folder, 'nowhere.csv'))).toMatch(/with 2: .*ENOENT/);
}

/** Checks the customer's balance, the vendors' books and the ledger's own proof. */
async function eachPromiseHolds(outcomes: readonly OutcomeOf[]): Promise<void> {
  const paid = outcomes.filter(({ details }) =>
    ['Successful', 'Pending'].includes(details.transaction_status),
  );
  const spent = paid.reduce((sum, { details }) => sum + Math.round(details.price * 100), 0);
  expect(Math.round((await walletOf(product.url, user)) * 100)).toBe(BALANCE * 100 - spent);

  const refunded = outcomes.filter(({ details }) => details.transaction_status === 'Refunded');
  expect(refunded.flatMap(({ steps }) => steps).filter((step) => step === 'delivered')).toEqual([]);

  const open = outcomes.filter(({ details }) => details.transaction_status === 'Pending').length;
  const report = JSON.parse(await ledger(folder, ['verify', '--read-models', '--json'])) as object;
  expect(report).toMatchObject({ ok: true, purchases: { accepted: outcomes.length, open } });
}
