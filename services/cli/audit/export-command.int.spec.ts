import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ledger } from '../../../infra/testing/product.js';
import { openLmdbEventStore } from '../../../infra/event-store/lmdb/open-lmdb-event-store.js';
import { writePurchases } from '../../audit/testing/many-purchases.js';

let folder: string;
const main = new URL('../../../app/ledger.js', import.meta.url).pathname;
const run = (...args: readonly string[]): Promise<string> => ledger(folder, args);

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'export-'));
  const store = await openLmdbEventStore({ dir: join(folder, 'events'), syncing: false });
  await writePurchases(store, 10_000);
  await store.close();
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('export', () => {
  it('adds up to what balances prints, to the kobo', async () => {
    const { accounts } = JSON.parse(await run('balances', '--json')) as { accounts: Record<string, string> };
    const sums = new Map<string, bigint>();
    for (const row of (await run('export', '--format', 'csv')).trim().split('\n').slice(1)) {
      const [account, amount] = row.split(',').slice(-2) as [string, string];
      sums.set(account, (sums.get(account) ?? 0n) + BigInt(amount.replace('.', '')));
    }
    expect(Object.fromEntries(Array.from(sums, ([account, sum]) => [account, String(sum)]))).toEqual(
      accounts,
    );
  });

  it('gives the file its name only when it is complete', async () => {
    const out = join(folder, 'out');
    expect(await run('export', '--format', 'hledger', '--out', out)).toBe('');
    expect(readFileSync(out, 'utf8')).toBe(await run('export', '--format', 'hledger'));
    const nowhere = join(folder, 'nowhere', 'out');
    await expect(run('export', '--format', 'csv', '--out', nowhere)).rejects.toThrow(/ENOENT/);
    expect(existsSync(nowhere)).toBe(false);
    expect(readdirSync(folder).filter((name) => name.endsWith('.unfinished'))).toEqual([]);
  });

  it('writes progress to standard error and the journal to standard output', () => {
    const { stdout, stderr, status } = spawnSync(process.execPath, [main, 'export', '--format', 'jsonl'], {
      env: { DATA_DIR: folder, PATH: process.env['PATH'] ?? '' },
      encoding: 'utf8',
      maxBuffer: 1_000_000_000,
    });
    expect(status).toBe(0);
    const exported = stdout.trimEnd().split('\n');
    exported.forEach((line, index) => {
      const { position } = JSON.parse(line) as { position: number };
      if (position !== index + 1) throw new Error(`line ${index + 1} has event ${position}`);
    });
    // Without a terminal, the number of lines depends on the page size.
    const lines = stderr.trimEnd().split('\n');
    expect(lines.length).toBeGreaterThan(5);
    const told = lines.map((line) => /^(\d+) % of (\d+) events$/.exec(line)?.slice(1).map(Number));
    expect(told.map((each) => each?.[1])).toEqual(lines.map(() => exported.length));
    const shares = told.map((each) => each![0]!);
    expect(shares).toEqual([...new Set(shares)].sort((a, b) => a - b));
    expect(shares.at(-1)).toBe(100);
  });

  it('ends quietly when its reader closes the pipe', () => {
    const { stdout, stderr } = spawnSync(
      'sh',
      ['-c', '"$0" "$1" export --format jsonl | head -n 2', process.execPath, main],
      { env: { DATA_DIR: folder, PATH: process.env['PATH'] ?? '' }, encoding: 'utf8' },
    );
    expect(
      stdout
        .trim()
        .split('\n')
        .map((line) => (JSON.parse(line) as { position: number }).position),
    ).toEqual([1, 2]);
    expect(stderr.replaceAll(/^\d+ % of \d+ events\n/gm, '')).toBe('');
  });

  it.each([
    [['--format', 'xml'], /Allowed choices are hledger, beancount, csv, jsonl/],
    [[], /--format/],
    [['--format', 'csv', '--from', 'yesterday'], /must be a position or a day/],
    [['--format', 'csv', '--to', '2026-02-31'], /must be a position or a day/],
    [['--format', 'csv', '--from', '-1'], /must be a position or a day/],
  ])('refuses %j', async (args, why) => {
    await expect(run('export', ...args)).rejects.toThrow(why);
  });
});
