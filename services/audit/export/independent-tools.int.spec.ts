import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { spawn, spawnSync } from 'node:child_process';
import { createWriteStream, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { text } from 'node:stream/consumers';
import { parse } from 'csv-parse/sync';
import type { EventStore } from '../../../infra/event-store/event-store.js';
import { MemoryEventStore } from '../../../infra/event-store/testing/memory-event-store.js';
import { replay } from '../replay.js';
import { ledgerInFolder } from '../testing/in-lmdb.js';
import { writePurchases } from '../testing/many-purchases.js';
import { put } from '../testing/tampered-event-store.js';
import { beancountAccount, hledgerAccount } from './account-names.js';
import { exportJournal } from './export-journal.js';
import type { JournalFormat } from './journal-formats.js';

const PURCHASES = 10_000;

const installed = (...command: readonly [string, ...string[]]): boolean =>
  spawnSync(command[0], command.slice(1)).status === 0;
const describeWith = (tool: string, ...command: readonly [string, ...string[]]) =>
  installed(...command)
    ? { suite: describe, title: tool }
    : { suite: describe.skip, title: `${tool} (skipped: ${command[0]} is not installed)` };

let store: EventStore;
let folder: string;
let books: ReadonlyMap<string, bigint>;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'independent-'));
  store = await ledgerInFolder();
  await writePurchases(store, PURCHASES);
  books = new Map((await replay(store)).trial.entries());
});
afterAll(async () => {
  await store.close();
  rmSync(folder, { recursive: true, force: true });
});

interface Ended {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

/** Pipes the journal into a program and returns its output. */
async function piped(
  from: EventStore,
  format: JournalFormat,
  ...command: readonly [string, ...string[]]
): Promise<Ended> {
  const child = spawn(command[0], command.slice(1), { stdio: ['pipe', 'pipe', 'pipe'] });
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  // A program that refuses the journal may close its input early.
  const written = pipeline(Readable.from(exportJournal(from, { format })), child.stdin).catch(
    () => undefined,
  );
  const [out, err] = await Promise.all([text(child.stdout), text(child.stderr), written]);
  return { code: await ended, out, err };
}

async function inFile(from: EventStore, name: string): Promise<string> {
  const file = join(folder, name);
  await pipeline(Readable.from(exportJournal(from, { format: 'beancount' })), createWriteStream(file));
  return file;
}

/** Kobo of `-123.40 NGN`, `0` or an empty text. */
const koboOf = (amount: string): bigint => BigInt(amount.replace(/NGN|[\s.,"]/g, '') || '0');

const sameAs = (name: (account: string) => string): ReadonlyMap<string, bigint> =>
  new Map(Array.from(books, ([account, kobo]) => [name(account), kobo]));

const unbalanced = async (): Promise<EventStore> => {
  const planted = new MemoryEventStore();
  const postings = [
    { account: 'opening', amount: '10001' },
    { account: 'user_available:ada', amount: '-10000' },
  ];
  await put(planted, 'wallet-ada', ['WalletFunded', { postings }]);
  return planted;
};

/** Kobo by hledger account name. */
async function hledgerBalances(from: EventStore): Promise<ReadonlyMap<string, bigint>> {
  const asked = 'hledger -f - balance --flat --empty -O csv --no-total'.split(' ');
  const { code, out, err } = await piped(from, 'hledger', ...(asked as [string, ...string[]]));
  expect({ code, err }).toEqual({ code: 0, err: '' });
  const [, ...rows] = parse(out) as [string, string][];
  return new Map(rows.map(([account, amount]) => [account, koboOf(amount)]));
}

const hledger = describeWith('hledger', 'hledger', '--version');
hledger.suite(hledger.title, () => {
  it(`agrees with the trial balance of ${PURCHASES} purchases, account by account`, async () => {
    const said = await hledgerBalances(store);
    expect(said).toEqual(sameAs(hledgerAccount));
    // Product names are the ones that `balances` prints.
    expect([...said.keys()].sort()).toEqual([...books.keys()].sort());
  });

  it('refuses a transaction that is a kobo off', async () => {
    const { code, err } = await piped(await unbalanced(), 'hledger', 'hledger', '-f', '-', 'balance');
    expect(code).toBe(1);
    expect(err).toMatch(/could not balance|unbalanced/);
  });

  it('reads planted names literally, and an empty ledger', async () => {
    const planted = await withHostileNames();
    const trial = new Map((await replay(planted)).trial.entries());
    expect(await hledgerBalances(planted)).toEqual(
      new Map(Array.from(trial, ([account, kobo]) => [hledgerAccount(account), kobo])),
    );
    expect(await piped(new MemoryEventStore(), 'hledger', 'hledger', '-f', '-', 'balance')).toMatchObject({
      code: 0,
    });
  });
});

const HOSTILE = [
  'user_available:a  5.00 NGN',
  'x\n2026-01-01 planted\n  y  1.00 NGN',
  '(virtual)',
  '[balanced]',
  '; a comment',
  '* cleared',
  'bank::gtb',
  ':',
  '',
  'vendor_float:"1"',
  'fee:Ünïcode',
  'Fee:unicode',
  'x',
  'X',
  'X78',
  '-a',
  '_a',
  'a-b',
  'a_b',
  'margin:a_b',
  'margin:a-b',
  '=1+1',
  'opening\\',
];

async function withHostileNames(): Promise<EventStore> {
  const planted = new MemoryEventStore();
  for (const [index, account] of HOSTILE.entries())
    await put(planted, `wallet-"\n${index}`, [
      'Wallet"Funded\n; 2026-01-01',
      {
        postings: [
          { account, amount: String(index + 1) },
          { account: 'opening', amount: String(-index - 1) },
        ],
      },
    ]);
  return planted;
}

const beancount = describeWith('beancount', 'bean-check', '--version');
beancount.suite(beancount.title, () => {
  const balancesIn = (file: string): ReadonlyMap<string, bigint> => {
    const { stdout, stderr, status } = spawnSync(
      'bean-query',
      ['-q', '-f', 'csv', file, 'select account, sum(number) as amount group by account'],
      { encoding: 'utf8', maxBuffer: 1e9 },
    );
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    const [, ...rows] = parse(stdout, { trim: true }) as [string, string][];
    return new Map(rows.map(([account, amount]) => [account, koboOf(amount)]));
  };

  it(`accepts the journal of ${PURCHASES} purchases and agrees with the trial balance, account by account`, async () => {
    const file = await inFile(store, 'ledger.beancount');
    const checked = spawnSync('bean-check', [file], { encoding: 'utf8' });
    expect(checked).toMatchObject({ status: 0, stderr: '' });
    expect(balancesIn(file)).toEqual(sameAs(beancountAccount));
  });

  it('refuses a transaction that is a kobo off', async () => {
    const file = await inFile(await unbalanced(), 'unbalanced.beancount');
    expect(spawnSync('bean-check', [file], { encoding: 'utf8' })).toMatchObject({
      status: 1,
      stderr: expect.stringMatching(/does not balance/),
    });
  });

  it('reads planted names literally, and an empty ledger', async () => {
    const planted = await withHostileNames();
    const file = await inFile(planted, 'hostile.beancount');
    expect(spawnSync('bean-check', [file], { encoding: 'utf8' })).toMatchObject({ status: 0, stderr: '' });
    const trial = new Map((await replay(planted)).trial.entries());
    expect(balancesIn(file)).toEqual(
      new Map(Array.from(trial, ([account, kobo]) => [beancountAccount(account), kobo])),
    );
    const empty = await inFile(new MemoryEventStore(), 'empty.beancount');
    expect(spawnSync('bean-check', [empty], { encoding: 'utf8' })).toMatchObject({ status: 0, stderr: '' });
  });
});
