import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ledger, startStandalone } from '../../infra/testing/product.js';
import type { CallAnswer } from '../contracts/calls.js';
import { eventually, send, signIn } from '../standalone/testing/callers.js';
import { eventsIn } from '../standalone/testing/facts-in.js';

const WAITING = 3;

/** Lists of the administrators' pages, and the fewest rows of each after four days. */
const LISTS = [
  ['/api/admin-unmatched/', 'payments', 5, { standing: 'all' }],
  ['/api/admin-chargebacks/', 'chargebacks', 4],
  ['/api/admin-approvals/', 'approvals', 6, { standing: 'all' }],
  ['/api/external-failed-transactions/', 'failed_history', WAITING],
  ['/api/admin-problem-reports/', 'problem_reports', WAITING],
  ['/api/admin-scheduled-prices/', 'changes', 3],
  ['/api/get_broad_cast/', 'broadcast_info', 2],
  ['/api/admin-activity/', 'activity', 20],
] as const;

const rowsOf = async (
  url: string,
  headers: Readonly<Record<string, string>>,
  path: string,
  list: string,
  asked: object = {},
): Promise<readonly Readonly<Record<string, unknown>>[]> => {
  const { body } = await send(`${url}${path}`, 'POST', asked, headers);
  return (body as Record<string, readonly Readonly<Record<string, unknown>>[]>)[list] ?? [];
};

interface Told {
  readonly type: string;
  readonly at: string;
  readonly data: { readonly postings?: readonly { readonly account: string; readonly amount: string }[] };
}

/** Lowest balance per account, kobo. */
function lowestOf(events: readonly Told[], accounts: RegExp): ReadonlyMap<string, bigint> {
  const [balances, lows] = [new Map<string, bigint>(), new Map<string, bigint>()];
  for (const { account, amount } of events.flatMap(({ data }) => data.postings ?? [])) {
    if (!accounts.test(account)) continue;
    const balance = (balances.get(account) ?? 0n) + BigInt(amount);
    balances.set(account, balance);
    if (balance < (lows.get(account) ?? balance + 1n)) lows.set(account, balance);
  }
  return lows;
}

describe('a demonstration', () => {
  let folder: string;
  const settings: Record<string, string> = { LOG_LEVEL: 'error', SANDBOX_LATENCY_MS: '5' };
  const run = (args: readonly string[], more: Readonly<Record<string, string>> = {}): Promise<string> =>
    ledger(settings['DATA_DIR']!, args, { ...settings, ...more });
  const events = async () => (await eventsIn(settings['DATA_DIR']!)) as readonly Told[];

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'demo-'));
    settings['DATA_DIR'] = join(folder, 'data');
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it.each([
    ['no day', '0', {}, /--days/],
    ['more days than it has patience for', '731', {}, /--days/],
    ['production', '2', { NODE_ENV: 'production' }, /./],
  ])('is refused for %s', async (_what, days, more, why) => {
    await expect(run(['demo', '--days', days], more)).rejects.toThrow(why);
  });

  it('fills an empty ledger with days up to now that verify, and leaves no work open', async () => {
    expect(await run(['demo', '--days', '4'])).toMatch(/^\d+ purchases of 4 days\n$/);
    const told = await events();
    const bought = told.filter(({ type }) => type === 'PurchaseAccepted');
    expect(bought.length).toBeGreaterThan(60);
    expect(Date.parse(bought.at(-1)!.at)).toBeLessThanOrEqual(Date.now());
    expect(new Set(bought.map(({ at }) => at.slice(0, 10))).size).toBeGreaterThanOrEqual(4);
    await expect(run(['demo', '--days', '4'])).rejects.toThrow(/this ledger has events/);
    // No float and no bank account is ever overdrawn.
    const lows = lowestOf(told, /^(?:bank|psp_payout|vendor_float):/);
    expect(lows.size).toBeGreaterThan(6);
    expect([...lows].filter(([, lowest]) => lowest < 0n)).toEqual([]);

    const product = await startStandalone(settings);
    try {
      await expect(run(['demo', '--days', '4'])).rejects.toThrow(/stop the server first/);
      const admin = await signIn(product.url, 'admin@demo.test', 'Admin-pass-1', 'admin');
      const week = async () => {
        const answer = await send(`${product.url}/api/admin-sales-report/`, 'POST', {}, admin.headers);
        return (answer.body as CallAnswer<'salesReport'>).windows[1]!.figures;
      };
      const all = ({ transactions, failed, reversed }: Awaited<ReturnType<typeof week>>) =>
        transactions + reversed + failed;
      // Three purchases are in review, because their vendor no longer exists.
      await eventually(week, (figures) => all(figures) >= bought.length - WAITING);
      expect(all(await week())).toBe(bought.length - WAITING);
      const shown = (path: string, list: string, asked?: object) =>
        rowsOf(product.url, admin.headers, path, list, asked);
      for (const [path, list, least, asked] of LISTS) {
        // Each list fills at its own speed.
        const rows = await eventually(
          () => shown(path, list, asked),
          ({ length }) => length >= least,
        );
        expect(rows.length).toBeGreaterThanOrEqual(least);
      }
      const standings = (path: string, list: string, all: readonly string[]) =>
        eventually(
          () => shown(path, list),
          (rows) =>
            rows
              .map(({ standing }) => standing)
              .toSorted()
              .join() === all.join(),
        );
      await standings('/api/admin-chargebacks/', 'chargebacks', ['taken', 'taken', 'taken', 'won']);
      const approvals = await eventually(
        () => shown('/api/admin-approvals/', 'approvals', { standing: 'all' }),
        (rows) => rows.filter(({ standing }) => standing === 'waiting').length === WAITING,
      );
      expect(approvals.filter(({ standing }) => standing === 'refused')).toHaveLength(1);
      const waiting = approvals.filter(({ standing }) => standing === 'waiting');
      expect(waiting.map(({ own }) => own).toSorted()).toEqual([false, false, true]);
      const { id } = waiting.find(({ work, own }) => work === 'credit' && own === false)!;
      const granted = await send(`${product.url}/api/admin-approvals/grant/`, 'POST', { id }, admin.headers);
      expect(granted.body).toMatchObject({ status: true, standing: 'applied' });
    } finally {
      await product.stop();
    }
    expect((await events()).filter(({ type }) => type === 'PurchaseAccepted')).toHaveLength(bought.length);
    expect(JSON.parse(await run(['verify', '--read-models', '--json']))).toMatchObject({
      ok: true,
      problems: [],
    });
  });
});
