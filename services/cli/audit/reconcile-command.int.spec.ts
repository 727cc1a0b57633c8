import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openLmdbEventStore } from '../../../infra/event-store/lmdb/open-lmdb-event-store.js';
import { ledger } from '../../../infra/testing/product.js';
import { writeLedger } from '../../audit/testing/a-ledger.js';
import { loadConfig, foldersOf } from '../../runtime/config.js';

let folder: string;
let statement: string;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'reconcile-command-'));
  statement = join(folder, 'statement.csv');
  const config = loadConfig({ DATA_DIR: folder, NODE_ENV: 'test', LOG_LEVEL: 'silent' });
  const store = await openLmdbEventStore({ dir: foldersOf(config).events });
  await writeLedger(store, ['0f1e']);
  await store.close();
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const reconcile = (...args: readonly string[]): Promise<string> =>
  ledger(folder, ['reconcile', '--vendor', '999', '--statement', statement, ...args]);

it('compares whole days in any notation', async () => {
  writeFileSync(statement, 'Reference,Kind,Moved\nnobody,Wallet Debit,97\nnobody,Wallet Credit,97\n');
  const told = await reconcile(
    '--columns',
    'amount=Moved',
    'direction=Kind',
    '--statuses',
    'Wallet Debit=charged',
    'Wallet Credit=reversed',
    '--from',
    '1 March 2026',
    '--to',
    'March 1, 2026',
    '--json',
  );
  expect(JSON.parse(told)).toMatchObject({
    lines: 2,
    period: { from: '2026-02-28T23:00:00.000Z', until: '2026-03-01T23:00:00.000Z' },
    agreed: { uncharged: { count: 1 } },
    differing: 0,
  });
});

it('names each line that it skipped, and why', async () => {
  writeFileSync(
    statement,
    'Value Date,Reference,Amount,Status\n01/03/2026,nobody,1,Failed\n,,,\n,,,\nTotal,,1,\n',
  );
  expect(await reconcile()).toMatch(
    /skipped lines 3 to 4: blank\n.*skipped line 5: a total\n(?:.*\n)*1 lines of the statement, 3 more skipped/,
  );
});

it('ends with 2 at a line that is too long, although the statement comes from a server without an end', async () => {
  const server = createServer((_, answer) => {
    answer.write(`Reference,Amount,Date\n${'a'.repeat(200_000)}`);
    const more = setInterval(() => answer.write('a'), 20);
    answer.on('close', () => clearInterval(more));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  statement = `http://127.0.0.1:${port}/statement.csv`;
  await expect(reconcile()).rejects.toThrow(/ended with 2: .*statement\.csv/s);
  server.close();
  await once(server, 'close');
});

it('ends with 2 when no days are known', async () => {
  writeFileSync(statement, 'Reference,Amount\na,97\n');
  await expect(reconcile()).rejects.toThrow(/ended with 2: .*line 2 has no date, so the days to compare/s);
});

it('ends with 2 when it cannot tell a charge from a refund, and names line and column', async () => {
  writeFileSync(statement, 'Reference,Amount,Type\na,97,DEBIT\na,97,data\n');
  await expect(reconcile()).rejects.toThrow(
    /ended with 2: .*line 3, column "Type": "data" and "DEBIT" above/s,
  );
});
