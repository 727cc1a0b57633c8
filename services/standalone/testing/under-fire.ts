import { expect } from '@jest/globals';
import { setTimeout as sleep } from 'node:timers/promises';
import type { SeededUser } from '../../../infra/testing/product.js';
import { buyAirtime, eventually, historyOf, walletOf } from './callers.js';
import type { HistoryRow } from './callers.js';

/** The product under load: concurrent buyers over few wallets, every ending of the sandbox, and faults. */
export interface Target {
  /** Base URL of the next call. */
  url(): string;
  sandboxUrl(): string;
  /** Runs `npm run ledger -- …`. */
  ledger(...args: string[]): Promise<string>;
}

export interface Load {
  readonly buyers: number;
  readonly purchasesPerBuyer: number;
  /** Longest pause before each purchase, ms. */
  readonly pauseMs: number;
  /** Determines the purchases and their timing. */
  readonly seed: number;
}

export interface Acknowledged {
  readonly key: string;
  readonly reference: string;
  readonly recipient: string;
  readonly user: SeededUser;
}

interface VendorRow {
  readonly requestId: string;
  readonly recipient: string;
  readonly posts: number;
  readonly state: string;
  /** Arrival of the order, ms since 1970. */
  readonly at: number;
}

interface Verified {
  readonly ok: boolean;
  readonly purchases: Readonly<Record<string, number>>;
  readonly problems: readonly unknown[];
  readonly readModels: unknown;
}

const FAILING = ['0016', '0099', '0300', '0301', '0040', '0400', '0500', '0083', '0014', '0044'];
const ENDINGS = [...FAILING, '1237', '4561', '7893', '2225'];
/** Recipients whose purchases need a review. */
export const FOR_REVIEW = /(0400|0044)$/;

/** Reaches every ending within seconds. */
export const FIRE_SETTINGS = {
  VENDOR_REQUERY_SCHEDULE: '200ms,300ms,500ms,1s',
  VENDOR_NOT_FOUND_AFTER: '4s',
  VENDOR_NOT_FOUND_SPACING: '400ms',
  VENDOR_REVIEW_AFTER: '6s',
  VENDOR_POST_TIMEOUT: '1s',
  VENDOR_SEND_WITHIN: '2s',
  VENDOR_QUERY_TIMEOUT: '1s',
  DEMO_DATA: '0',
  LOG_LEVEL: 'error',
} as const;

/** Pseudo-random numbers from 0 to 1. */
export function randomFrom(start: number): () => number {
  let state = start;
  return () => (state = (state * 1_103_515_245 + 12_345) % 2_147_483_648) / 2_147_483_648;
}

const recipientOf = (n: number): string => `0803${String(n).padStart(3, '0')}${ENDINGS[n % ENDINGS.length]}`;

/**
 * Pause, doubled after each failure, because frequent retries by a hundred clients are a load of their own.
 */
const RETRY_MS = { first: 100, longest: 1_600 };

/** Retries with the same key until there is an answer, as a careful client does. */
export async function buyUntilAnswered(
  target: Target,
  user: SeededUser,
  key: string,
  recipient: string,
): Promise<Acknowledged> {
  const amount = 50 + (recipient.charCodeAt(6) % 3) * 50;
  for (let rest = RETRY_MS.first; ; rest = Math.min(2 * rest, RETRY_MS.longest)) {
    const answer = await buyAirtime(target.url(), user, recipient, { amount, key }).catch(() => undefined);
    if (answer?.status === 200) return { key, reference: String(answer.body['reference']), recipient, user };
    if (answer && answer.status !== 503 && answer.status !== 502)
      throw new Error(`${key}: ${answer.status} ${JSON.stringify(answer.body)}`);
    await sleep(rest);
  }
}

/** Resolves with all purchases once acknowledged. @param acknowledged collects them one by one */
export async function openFire(
  target: Target,
  users: readonly SeededUser[],
  { buyers, purchasesPerBuyer, pauseMs, seed }: Load,
  acknowledged: Acknowledged[] = [],
): Promise<Acknowledged[]> {
  await Promise.all(
    Array.from({ length: buyers }, async (_, buyer) => {
      const random = randomFrom(seed * 1_000 + buyer);
      for (let n = 0; n < purchasesPerBuyer; n++) {
        await sleep(random() * pauseMs);
        const index = buyer * purchasesPerBuyer + n;
        const user = users[buyer % users.length]!;
        acknowledged.push(await buyUntilAnswered(target, user, `fire-${index}`, recipientOf(index)));
      }
    }),
  );
  return acknowledged;
}

async function everything(target: Target, users: readonly SeededUser[]): Promise<Map<string, HistoryRow>> {
  const rows: HistoryRow[] = [];
  // Ask in sequence: a single-threaded server would delay them all.
  for (const user of users) rows.push(...(await historyOf(target.url(), user)));
  return new Map(
    rows.map((row) => [
      row.api_transaction_reference,
      { ...row, phone_number: row.phone_number.replace('+234', '0') },
    ]),
  );
}

/** True before the final state of the recipient's ending. Reviews do not count. */
const underWay = ({ phone_number: phone, transaction_status: status }: HistoryRow): boolean =>
  (status === 'Pending' && !FOR_REVIEW.test(phone)) || (status === 'Successful' && phone.endsWith('0040'));

/** Steps still missing for a customer's purchases. */
async function notYet(
  target: Target,
  user: SeededUser,
  acknowledged: readonly Acknowledged[],
): Promise<readonly unknown[]> {
  try {
    const shown = await everything(target, [user]);
    const unlisted = acknowledged.filter((one) => one.user === user && !shown.has(one.reference));
    return [...unlisted.map(({ key }) => `${key} is not listed`), ...[...shown.values()].filter(underWay)];
  } catch (error) {
    // A killed process may still be restarting.
    return [String(error)];
  }
}

/** Long enough for slow machines. */
const SETTLED_WITHIN_MS = 1_200_000;

/** Resolves when every purchase is listed and has reached its ending. */
export async function untilSettled(
  target: Target,
  users: readonly SeededUser[],
  acknowledged: readonly Acknowledged[],
): Promise<void> {
  // Skip finished users, because polling would overload the read store.
  let left = users;
  await eventually<readonly unknown[]>(
    async () => {
      const waiting: unknown[] = [];
      const still: SeededUser[] = [];
      for (const user of left) {
        const found = await notYet(target, user, acknowledged);
        if (found.length > 0) still.push(user);
        waiting.push(...found);
      }
      left = still;
      return waiting;
    },
    (waiting) => waiting.length === 0,
    { withinMs: SETTLED_WITHIN_MS, everyMs: 500 },
  );
}

/** Statuses allowed for each state in the vendor's books. */
const SHOWN: Readonly<Record<string, readonly string[]>> = {
  delivered: ['Successful'],
  // `Refunded` is allowed when a kill hid the delivery and only the reversal was seen.
  reversed: ['Reversed', 'Refunded'],
  failed: ['Refunded'],
  notFound: ['Refunded'],
  unknown: ['Pending'],
  review: ['Pending'],
};

/**
 * Checks the five promises after everything has settled. @param decided status by reference, where an
 * administrator decided
 */
export async function expectPromisesKept(
  target: Target,
  users: readonly SeededUser[],
  acknowledged: readonly Acknowledged[],
  decided: ReadonlyMap<string, string> = new Map(),
): Promise<void> {
  const shown = await eventually(
    () => everything(target, users).catch(String),
    (found) => found instanceof Map,
    { everyMs: 500 },
  );
  if (typeof shown === 'string') throw new Error(shown);

  // Every acknowledged purchase exists once, and its key still returns the same reference.
  expect(shown.size).toBe(acknowledged.length);
  for (const { reference, recipient } of acknowledged)
    expect(shown.get(reference)?.phone_number).toBe(recipient);
  for (const one of acknowledged.filter((_, n) => n % 25 === 0))
    expect(await buyUntilAnswered(target, one.user, one.key, one.recipient)).toEqual(one);

  // Covers hash chain, postings, capture or release, trial balance, and read models against the log.
  const report = JSON.parse(await target.ledger('verify', '--read-models', '--json')) as Verified;
  expect(report).toMatchObject({ ok: true, problems: [] });
  const pending = [...shown.values()].filter(({ transaction_status }) => transaction_status === 'Pending');
  expect(report.purchases).toMatchObject({
    accepted: acknowledged.length,
    open: pending.length,
    unsettled: 0,
  });

  for (const [reference, status] of decided)
    expect([reference, shown.get(reference)?.transaction_status]).toEqual([reference, status]);
  await expectVendorAgrees(target, shown, decided);

  // Shown balances equal those of the log.
  const { accounts } = JSON.parse(await target.ledger('balances', '--json')) as {
    accounts: Record<string, string>;
  };
  for (const user of users)
    expect(await walletOf(target.url(), user)).toBe(-Number(accounts[`user_available:${user.userId}`]) / 100);
}

/**
 * Checks that the vendor executed no request id twice and no purchase under two ids, and that its books
 * agree.
 */
async function expectVendorAgrees(
  target: Target,
  shown: ReadonlyMap<string, HistoryRow>,
  decided: ReadonlyMap<string, string>,
): Promise<void> {
  const vendorLedger = (await (await fetch(`${target.sandboxUrl()}/vendor-ledger`)).json()) as VendorRow[];
  expect(vendorLedger.filter(({ posts }) => posts > 1)).toEqual([]);
  const rows = new Map<string, VendorRow[]>();
  for (const row of vendorLedger) rows.set(row.recipient, [...(rows.get(row.recipient) ?? []), row]);
  const executed = (phone: string): readonly VendorRow[] =>
    (rows.get(phone) ?? []).filter(({ state }) => !['failed', 'notFound'].includes(state));
  const contrary = [...shown].filter(([reference, { phone_number: phone, transaction_status: status }]) => {
    const said = (rows.get(phone) ?? []).map(({ state }) => state);
    if (executed(phone).length > 1) return true;
    // Decided by an administrator, regardless of the vendor.
    if (decided.has(reference)) return false;
    // A kill prevented the call, so the vendor has no record and the money was returned.
    return !(said.length === 0 ? ['Refunded'] : SHOWN[said.at(-1)!]!).includes(status);
  });
  expect(contrary.filter(([, { transaction_status }]) => transaction_status !== 'Refunded')).toEqual([]);

  const { references, notFoundAt, late } = await askedAndTold(target);
  // A refund after execution is allowed only where the vendor had denied knowing the order.
  const wronged = contrary.flatMap(([, { phone_number: phone }]) =>
    executed(phone).filter(({ requestId, at }) => at < (notFoundAt.get(requestId) ?? Infinity)),
  );
  expect(wronged).toEqual([]);
  // A late delivery that the vendor reported must be in its books, or reversed since.
  const untrue = late.filter((purchaseId) => {
    const row = shown.get(references.get(purchaseId)!);
    const states = (rows.get(row?.phone_number ?? '') ?? []).map(({ state }) => state);
    return row?.transaction_status !== 'Refunded' || !['delivered', 'reversed'].includes(states.at(-1) ?? '');
  });
  expect(untrue).toEqual([]);
}

interface Logged {
  readonly type: string;
  /** ISO 8601. */
  readonly at: string;
  readonly data: {
    readonly purchaseId: string;
    readonly reference: string;
    readonly attempt: number;
    readonly vendorReference: string;
  };
}

/** Reads three facts from the log: references, first `AttemptNotFound` per request id, and late deliveries. */
async function askedAndTold(target: Target): Promise<{
  readonly references: ReadonlyMap<string, string>;
  readonly notFoundAt: ReadonlyMap<string, number>;
  readonly late: readonly string[];
}> {
  const references = new Map<string, string>();
  const vendorReferences = new Map<string, string>();
  const notFoundAt = new Map<string, number>();
  const late: string[] = [];
  for (const line of (await target.ledger('events', '--limit', '1000000')).split('\n')) {
    if (!/"(?:PurchaseOpened|AttemptStarted|AttemptNotFound|LateSuccessDetected)"/.test(line)) continue;
    const { type, at, data } = JSON.parse(line) as Logged;
    const attempt = `${data.purchaseId} ${data.attempt}`;
    if (type === 'PurchaseOpened') references.set(data.purchaseId, data.reference);
    if (type === 'AttemptStarted') vendorReferences.set(attempt, data.vendorReference);
    if (type === 'AttemptNotFound') notFoundAt.set(vendorReferences.get(attempt)!, Date.parse(at));
    if (type === 'LateSuccessDetected') late.push(data.purchaseId);
  }
  return { references, notFoundAt, late };
}
