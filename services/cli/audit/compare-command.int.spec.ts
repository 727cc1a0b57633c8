import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openLmdbKeyVault } from '../../../infra/crypto/open-lmdb-key-vault.js';
import { openLmdbEventStore } from '../../../infra/event-store/lmdb/open-lmdb-event-store.js';
import { breathe } from '../../../infra/host/timers.js';
import { runProjections } from '../../../infra/projections/run-projections.js';
import { openSqliteWriter } from '../../../infra/read-store/sqlite/open-sqlite-read-store.js';
import { ledger } from '../../../infra/testing/product.js';
import { walletView } from '../../../read-models/wallet/wallet.view.js';
import { projections, views } from '../../../read-models/views.js';
import { writeLedger } from '../../audit/testing/a-ledger.js';
import { put } from '../../audit/testing/tampered-event-store.js';
import { type Config, loadConfig, foldersOf } from '../../runtime/config.js';
import { compare } from './compare-command.js';

let folder: string;
let config: Config;

/** Projects the whole log, then changes the rows with `then`. */
async function project(then: (writer: ReturnType<typeof openSqliteWriter>) => unknown = () => undefined) {
  const eventStore = await openLmdbEventStore({ dir: foldersOf(config).events, readOnly: true });
  const writer = openSqliteWriter({ dir: foldersOf(config).readModels, views });
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
  await then(writer);
  await writer.close();
  await eventStore.close();
  return end;
}

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'compare-'));
  config = loadConfig({ DATA_DIR: folder, NODE_ENV: 'test', LOG_LEVEL: 'silent' });
  await (await openLmdbKeyVault({ dir: foldersOf(config).keys })).close();
  const store = await openLmdbEventStore({ dir: foldersOf(config).events });
  await writeLedger(store, ['0f1e']);
  await store.close();
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

async function run(options: { json?: boolean; view?: string } = {}) {
  const [lines, complaints]: string[][] = [[], []];
  const code = await compare(
    () => config,
    options,
    (line) => void lines!.push(line),
    (line) => void complaints!.push(line),
  );
  return { code, lines: lines!, complaints: complaints! };
}

describe('compare', () => {
  it('ends with 0 when nothing differs, on the command line too', async () => {
    const position = await project();
    const { code, lines } = await run();
    expect(code).toBe(0);
    expect(lines).toContain(`drift 0 at position ${position}`);
    expect(lines).toContain(`unexplained ₦0.00 at position ${position}`);
    expect(lines.filter((line) => / drift 0 at /.test(line))).toHaveLength(views.length);
    const said = JSON.parse(await ledger(folder, ['compare', '--json', '--view', 'funding'])) as object;
    expect(said).toMatchObject({ ok: true, drift: 0, position, views: [{ view: 'funding', drift: 0 }] });
    const told = JSON.parse(await ledger(folder, ['balances', '--unexplained', '--json'])) as object;
    expect(told).toMatchObject({ position, kobo: '0', count: 0, places: [] });
  });

  it.each([
    ['verify', '--jsn'],
    ['compare', '--veiw', 'wallet'],
    ['balances', '--unexplaind'],
    ['why'],
    ['reconcile'],
    ['verfy'],
  ])('ends with 2 for a mistyped command line: %s %s', (...args) =>
    expect(ledger(folder, args)).rejects.toThrow(/ended with 2: .*error: /s),
  );

  it('ends with 2 when the log cannot be opened', () =>
    expect(ledger(join(folder, 'elsewhere'), ['balances', '--unexplained'])).rejects.toThrow(
      /ended with 2: /,
    ));

  it('ends with 1 when a row differs, and names it', async () => {
    await project(async (writer) => {
      const row = (await writer.get(walletView, 'ada'))!;
      await writer.unpark(walletView, [{ ...row, held: row.held + 5n }], []);
    });
    const { code, lines } = await run();
    expect(code).toBe(1);
    expect(lines).toContain('  wallet ada: held is shown as 20005, the log makes 20000');
    expect(lines.some((line) => line.startsWith('drift 1 at position'))).toBe(true);
    expect(await run({ view: 'history' })).toMatchObject({ code: 0 });
    await expect(ledger(folder, ['compare'])).rejects.toThrow();
  });

  it('ends with 1 when a person is parked, and reports no other drift', async () => {
    const store = await openLmdbEventStore({ dir: foldersOf(config).events });
    // Later events of the customer are set aside too, in both halves.
    await put(store, 'purchase-sold', ['AttemptPending', { userId: 'ada', purchaseId: 'zz' }]);
    await put(store, 'purchase-0f1e', ['AttemptPending', { userId: 'ada', purchaseId: '0f1e' }]);
    await store.close();
    await project();
    const { code, lines } = await run({ view: 'history' });
    expect(code).toBe(1);
    expect(lines.filter((line) => /drift|apart/.test(line))).toEqual([
      expect.stringMatching(/^history: drift 1 at position \d+, 6 rows$/),
      expect.stringMatching(/^ {2}the view history keeps ada apart from event/),
      expect.stringMatching(/^drift 1 at position/),
    ]);
  });

  // No view reads the postings of purchase streams.
  it.each(['NeverHeardOf', 'PurchaseOpened'])(
    'ends with 1 when money is unexplained, and names the event: %s',
    async (type) => {
      const store = await openLmdbEventStore({ dir: foldersOf(config).events });
      const postings = [
        { account: 'user_available:ada', amount: '-500' },
        { account: 'adjustment:correction', amount: '500' },
      ];
      await put(store, 'other', [type, { postings }]);
      // The last event of a page is always read, so append another one.
      await put(store, 'later', ['NeverHeardOf', {}]);
      await store.close();
      const position = await project();
      const { code, lines } = await run();
      expect(code).toBe(1);
      expect(lines).toContain(`unexplained ₦5.00 at position ${position}`);
      expect(lines).toContain(`  event ${position - 1}, ${type} in other: moves ₦5.00 other than it states`);
      await expect(ledger(folder, ['balances', '--unexplained'])).rejects.toThrow();
    },
  );

  it('ends with 2 when it is interrupted, and leaves nothing behind', async () => {
    await project();
    const running = run();
    // Wait until the command listens for the signal.
    while (process.listenerCount('SIGINT') === 0) await breathe();
    process.emit('SIGINT');
    expect(await running).toEqual({ code: 2, lines: [], complaints: ['NOT finished: interrupted'] });
    expect(process.listenerCount('SIGINT')).toBe(0);
    expect(readdirSync(tmpdir()).filter((name) => name.startsWith(`ledger-compare-${process.pid}-`))).toEqual(
      [],
    );
  });

  it('ends with 2 when it cannot finish', async () => {
    const nothing = await run({ json: true });
    expect(nothing).toMatchObject({ code: 2, complaints: [] });
    expect(JSON.parse(nothing.lines[0]!)).toMatchObject({ ok: false, unfinished: expect.any(String) });
    await project();
    expect(await run({ view: 'nothing' })).toMatchObject({
      code: 2,
      lines: [],
      complaints: [expect.stringMatching(/^NOT finished: there is no view nothing; there are history,/)],
    });
  });
});
