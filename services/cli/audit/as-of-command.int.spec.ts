import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openLmdbEventStore } from '../../../infra/event-store/lmdb/open-lmdb-event-store.js';
import { runProjections } from '../../../infra/projections/run-projections.js';
import { openSqliteWriter } from '../../../infra/read-store/sqlite/open-sqlite-read-store.js';
import { ledger } from '../../../infra/testing/product.js';
import { projections, views } from '../../../read-models/views.js';
import { writeLedger } from '../../audit/testing/a-ledger.js';
import { bookOf } from '../../ledger/postings.js';

let folder: string;
const run = (...args: readonly string[]): Promise<string> => ledger(folder, args);
const json = async (...args: readonly string[]): Promise<unknown> =>
  JSON.parse(await run(...args, '--json')) as unknown;

/** Projects the whole log. */
async function project(): Promise<void> {
  const eventStore = await openLmdbEventStore({ dir: join(folder, 'events'), readOnly: true });
  const writer = openSqliteWriter({ dir: join(folder, 'read-models'), views });
  const [stop, end] = [new AbortController(), await eventStore.lastPosition()];
  await runProjections({
    eventStore,
    writer,
    projections,
    open: () => undefined,
    signal: stop.signal,
    coalesceMs: 0,
    onCommitted: ({ position }) => {
      if (position >= end) stop.abort();
    },
  }).finished;
  await writer.close();
  await eventStore.close();
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'as-of-'));
  const store = await openLmdbEventStore({ dir: join(folder, 'events') });
  await writeLedger(store);
  await store.close();
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('as-of', () => {
  it('prints the same with and without read models, and the figures of balances for now', async () => {
    const moments = [[], ['--position', '9'], ['--at', '2026-03-01'], ['--at', '2026-03-01T09:59:59+01:00']];
    const without = await Promise.all(moments.map((moment) => json('as-of', ...moment)));
    await project();
    expect(await Promise.all(moments.map((moment) => json('as-of', ...moment)))).toEqual(without);
    const { position, accounts } = (await json('balances')) as {
      position: number;
      accounts: Record<string, string>;
    };
    const books = new Map<string, bigint>();
    for (const [account, kobo] of Object.entries(accounts))
      books.set(bookOf(account), (books.get(bookOf(account)) ?? 0n) + BigInt(kobo));
    const now = {
      position,
      accounts: Object.fromEntries(Array.from(books, ([name, kobo]) => [name, String(kobo)])),
    };
    expect(without[0]).toEqual(now);
    expect(without[2]).toEqual(now);
    expect(without[3]).toEqual({ position: 0, accounts: {} });
    const sums = (without as { accounts: Record<string, string> }[]).map(({ accounts: all }) =>
      Object.values(all).reduce((sum, kobo) => sum + BigInt(kobo), 0n),
    );
    expect(sums).toEqual([0n, 0n, 0n, 0n]);
  });

  it('prints a wallet and an account at a past moment', async () => {
    const { accounts } = (await json('balances')) as { accounts: Record<string, string> };
    expect(await json('as-of', '--wallet', 'ada')).toMatchObject({
      userId: 'ada',
      available: String(-BigInt(accounts['user_available:ada']!)),
      held: String(-BigInt(accounts['user_held:ada']!)),
    });
    expect(await json('as-of', '--wallet', 'ada', '--position', '0')).toMatchObject({
      available: '0',
      event: null,
    });
    expect(await run('as-of', '--account', 'user_available:ada')).toBe(`${accounts['user_available:ada']}\n`);
    expect(await run('as-of', '--account', 'vendor_loss')).toBe('9700\n');
    expect(await run('as-of', '--account', 'vendor_loss', '--position', '3')).toBe('0\n');
  });

  it.each([
    [['--wallet', 'nobody'], /there is no wallet of nobody/],
    [['--wallet', 'nobody@example.com'], /SECRETS_DIR/],
    [['--at', '2026-03-01', '--position', '3'], /either --at or --position/],
    [['--wallet', 'ada', '--account', 'opening'], /either --wallet or --account/],
    [['--at', 'noon'], /must be a moment/],
    [['--at', '2026-03-01T99:99'], /must be a moment/],
    [['--position', '-3'], /must be a whole number/],
  ])('refuses %j', async (args, why) => {
    await expect(run('as-of', ...args)).rejects.toThrow(why);
  });
});
