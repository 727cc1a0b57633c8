import { describe, expect, it } from '@jest/globals';
import { Readable } from 'node:stream';
import { writeLedger } from '../testing/a-ledger.js';
import { put, TamperedEventStore } from '../testing/tampered-event-store.js';
import { exportJournal, type ExportOptions } from './export-journal.js';
import { nairaDigits } from './journal-formats.js';

async function exported(store: TamperedEventStore, options: ExportOptions): Promise<string> {
  let text = '';
  for await (const page of exportJournal(store, options)) text += page;
  return text;
}

/** Makes a payment per moment, each a kobo more than the last. */
async function paidAt(...moments: readonly string[]): Promise<TamperedEventStore> {
  const store = new TamperedEventStore();
  for (const [index, at] of moments.entries())
    await put(store, 'wallet-ada', [
      'WalletFunded',
      {
        postings: [
          { account: 'opening', amount: String(index + 1) },
          { account: 'user_available:ada', amount: String(-index - 1) },
        ],
      },
      at,
    ]);
  return store;
}

const positions = (csv: string): number[] => [
  ...new Set(
    csv
      .trim()
      .split('\n')
      .slice(1)
      .map((row) => Number(row.split(',')[0])),
  ),
];

describe('a journal', () => {
  it('has a transaction with its position for each event that moves money', async () => {
    const store = await paidAt('2026-03-01T23:30:00.000Z');
    expect(await exported(store, { format: 'hledger' })).toBe(
      `commodity 1000.00 NGN

2026-03-02 (1) WalletFunded  ; position:1, event:wallet-ada-0, stream:wallet-ada
    opening  0.01 NGN
    user_available:ada  -0.01 NGN
`,
    );
    expect(await exported(store, { format: 'beancount' })).toBe(
      `option "title" "Ledger"
option "operating_currency" "NGN"

1970-01-01 open Equity:Opening NGN
1970-01-01 open Liabilities:User-available:Ada NGN
2026-03-02 * "WalletFunded"
  position: 1
  event: "wallet-ada-0"
  stream: "wallet-ada"
  Equity:Opening  0.01 NGN
  Liabilities:User-available:Ada  -0.01 NGN
`,
    );
    expect(await exported(store, { format: 'csv' })).toBe(
      `position,at,type,stream,account,amount
1,2026-03-02T00:30:00.000+01:00,WalletFunded,wallet-ada,opening,0.01
1,2026-03-02T00:30:00.000+01:00,WalletFunded,wallet-ada,user_available:ada,-0.01
`,
    );
  });

  it('has no marks of direction, which a forged account name may hold', async () => {
    const store = new TamperedEventStore();
    const postings = [
      { account: 'opening\u202e', amount: '1' },
      { account: 'user_available:ada', amount: '-1' },
    ];
    await put(store, 'wallet-ada', ['WalletFunded', { postings }]);
    for (const format of ['hledger', 'beancount', 'csv'] as const) {
      const text = await exported(store, { format });
      expect([format, /[\u202a-\u202e\u2066-\u2069]/.test(text)]).toEqual([format, false]);
      expect(text).toContain('202E');
    }
  });

  it('exports all stored events as JSON lines, also those that move no money', async () => {
    const store = new TamperedEventStore();
    await writeLedger(store);
    const lines = (await exported(store, { format: 'jsonl' })).trim().split('\n');
    expect(lines.map((line) => JSON.parse(line) as unknown)).toEqual(await store.readAll(0, 1_000));
  });

  it('is empty for an empty ledger', async () => {
    const store = new TamperedEventStore();
    expect(await exported(store, { format: 'jsonl' })).toBe('');
    expect(await exported(store, { format: 'csv' })).toBe('position,at,type,stream,account,amount\n');
  });

  it('includes both bounds, and takes days in Lagos', async () => {
    const store = await paidAt(
      '2026-03-01T22:59:59.999Z',
      '2026-03-01T23:00:00.000Z',
      '2026-03-02T22:59:59.999Z',
      '2026-03-02T23:00:00.000Z',
      // Event of a process whose clock is slow.
      '2026-03-02T12:00:00.000Z',
    );
    const csv = async (more: Partial<ExportOptions>): Promise<number[]> =>
      positions(await exported(store, { format: 'csv', ...more }));
    expect(await csv({ from: { day: '2026-03-02' }, to: { day: '2026-03-02' } })).toEqual([2, 3, 5]);
    expect(await csv({ to: { day: '2026-03-01' } })).toEqual([1]);
    expect(await csv({ from: { day: '2026-03-03' } })).toEqual([4]);
    expect(await csv({ from: { position: 2 }, to: { position: 4 } })).toEqual([2, 3, 4]);
    expect(await csv({ from: { position: 0 }, to: { position: 99 } })).toEqual([1, 2, 3, 4, 5]);
    expect(await csv({ from: { position: 3 }, to: { day: '2026-03-02' } })).toEqual([3, 5]);
    expect(await csv({ from: { position: 9 } })).toEqual([]);
  });

  it('reads no faster than its consumer', async () => {
    const store = new TamperedEventStore();
    const postings = [
      { account: 'opening', amount: '1' },
      { account: 'user_available:ada', amount: '-1' },
    ];
    await put(
      store,
      'wallet-ada',
      ...Array.from({ length: 20_000 }, () => ['WalletFunded', { postings }] as const),
    );
    let read = 0;
    const journal = Readable.from(
      exportJournal(store, { format: 'csv', onProgress: (position) => void (read = position) }),
      { highWaterMark: 1 },
    );
    const pages = journal[Symbol.asyncIterator]();
    await pages.next();
    await pages.next();
    expect(read).toBeLessThan(10_000);
    await pages.return?.();
  });

  it('stops at a tampered event and names it', async () => {
    for (const [postings, what] of [
      ['none', /event 1 of wallet-ada has postings that are no list/],
      [
        [{ account: 'opening', amount: '1.5' }],
        /event 1 of wallet-ada has a posting without an account or an amount/,
      ],
      [[{ account: 'opening', amount: 1 }], /without an account or an amount/],
      [[{ amount: '1' }], /without an account or an amount/],
      [[null], /without an account or an amount/],
    ] as const) {
      const store = new TamperedEventStore();
      await put(store, 'wallet-ada', ['WalletFunded', { postings: postings as never }]);
      for (const format of ['hledger', 'beancount', 'csv'] as const)
        await expect(exported(store, { format })).rejects.toThrow(what);
      expect(await exported(store, { format: 'jsonl' })).toContain('WalletFunded');
    }
    const store = await paidAt('2026-03-01T23:30:00.000Z');
    store.tamper = (event) => ({ ...event, at: 'yesterday' });
    for (const format of ['hledger', 'beancount', 'csv'] as const)
      await expect(exported(store, { format })).rejects.toThrow(/has no moment/);
    store.tamper = () => undefined;
    await expect(exported(store, { format: 'hledger' })).rejects.toThrow(
      /the log ends at 0, the store says 1/,
    );
  });

  it('escapes formulas for spreadsheets and quotes fields', async () => {
    const store = new TamperedEventStore();
    await put(store, 'a"b,c', ['=HYPERLINK("x")', { postings: [{ account: '@x\ny', amount: '-1' }] }]);
    expect(await exported(store, { format: 'csv' })).toContain(
      `,"'=HYPERLINK(""x"")","a""b,c","'@x\ny",-0.01\n`,
    );
  });
});

describe('naira', () => {
  it.each([
    ['0', '0.00'],
    ['5', '0.05'],
    ['-5', '-0.05'],
    ['-10', '-0.10'],
    ['12345', '123.45'],
    ['-99999999999999999999999', '-999999999999999999999.99'],
    ['', undefined],
    ['-', undefined],
    ['1e3', undefined],
    ['+1', undefined],
    ['1\n', undefined],
    ['9'.repeat(50), undefined],
  ])('%s kobo are %s', (kobo, naira) => expect(nairaDigits(kobo)).toBe(naira));
});
