import { isDeepStrictEqual } from 'node:util';
import { join } from 'node:path';
import { openLmdbEventStore } from '../../infra/event-store/lmdb/open-lmdb-event-store.js';
import { openSqliteReadStore } from '../../infra/read-store/sqlite/open-sqlite-read-store.js';
import { openSqliteWriter } from '../../infra/read-store/sqlite/sqlite-writer.js';
import type { Operation, View } from '../../infra/read-store/view.js';
import { dayTotalsProjection } from '../../read-models/day-totals/day-totals.projection.js';
import { dayTotalsView } from '../../read-models/day-totals/day-totals.view.js';
import { keptDays } from '../../read-models/day-totals/kept-days.query.js';
import { type Moment, positionAt } from '../audit/as-of/position-at.js';
import { type TrialBalanceAsOf, trialBalanceAsOf } from '../audit/as-of/trial-balance-as-of.js';
import { walletAsOf } from '../audit/as-of/wallet-as-of.js';
import { lagosDayStart } from '../contracts/fields/lagos-day.js';
import { percentile } from '../../infra/testing/percentiles.js';

/**
 * Measures how long queries about past moments take. Compares some trial balances with sums over all events.
 * Usage: `node as-of.process.js <dataDir>`.
 */
const [dataDir = ''] = process.argv.slice(2);
const WALLETS_ASKED = 2_000;
const WARM_UP = 50;
const DAYS_COMPARED = 3;
const PAGE = 5_000;

let state = 20_260_311;
const upTo = (most: number): number => {
  state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fff_ffff;
  return Math.floor((state / 0x8000_0000) * most);
};
const oneOf = <Item>(items: readonly Item[]): Item => items[upTo(items.length)]!;

const log = await openLmdbEventStore({ dir: join(dataDir, 'events'), readOnly: true });
const views = [dayTotalsView] as readonly View[];
const folder = join(dataDir, 'read-models');
const writer = openSqliteWriter({ dir: folder, views });
const users: string[] = [];
let firstMs = Infinity;
let [lastMs, position] = [0, 0];
for (;;) {
  const page = await log.readAll(position, PAGE);
  const last = page.at(-1);
  if (!last) break;
  const operations: Operation[] = [];
  for (const event of page) {
    const at = Date.parse(event.at);
    firstMs = Math.min(firstMs, at);
    lastMs = Math.max(lastMs, at);
    if (event.type === 'WalletOpened') users.push(event.data['userId'] as string);
    if (dayTotalsProjection.wants?.(event.type, event.stream) ?? true)
      operations.push(...dayTotalsProjection.project({ event, opened: undefined }));
  }
  await writer.apply(dayTotalsView, position, last.position, operations);
  position = last.position;
}
await writer.close();
const readStore = await openSqliteReadStore({ dir: folder, views });

interface Spread {
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly processorP99Ms: number;
}

async function timed(asks: readonly (() => Promise<unknown>)[]): Promise<Spread> {
  for (const ask of asks.slice(0, WARM_UP)) await ask();
  const [times, processor]: [number[], number[]] = [[], []];
  for (const ask of asks) {
    const [began, used] = [performance.now(), process.cpuUsage()];
    await ask();
    times.push(performance.now() - began);
    const { user, system } = process.cpuUsage(used);
    processor.push((user + system) / 1_000);
  }
  return {
    p50Ms: percentile(times, 0.5),
    p99Ms: percentile(times, 0.99),
    processorP99Ms: percentile(processor, 0.99),
  };
}

const known = (await keptDays(readStore))!;
const wallets = await timed(
  Array.from({ length: WALLETS_ASKED }, (_, asked) => {
    const user = oneOf(users);
    const moment: Moment =
      asked % 2 ? { position: 1 + upTo(position) } : { atMs: firstMs + upTo(lastMs - firstMs) };
    return async () => walletAsOf(log, user, (await positionAt(log, moment, known)).position);
  }),
);
const ends = known.days
  .map(({ day }) => Date.parse(lagosDayStart(day, 1)) - 1)
  .filter((atMs) => atMs < lastMs);
const balancesOf = ({ trial }: TrialBalanceAsOf) =>
  new Map([...trial.entries()].filter(([, kobo]) => kobo !== 0n));
const booksAt = async (atMs: number) => trialBalanceAsOf(log, { atMs }, await keptDays(readStore));
const days = await timed(ends.map((atMs) => () => booksAt(atMs)));
for (let compared = 0; compared < DAYS_COMPARED; compared += 1) {
  const atMs = oneOf(ends);
  const [quick, added] = [await booksAt(atMs), await trialBalanceAsOf(log, { atMs })];
  if (quick.read > 0 || !isDeepStrictEqual(balancesOf(quick), balancesOf(added)))
    throw new Error(`the books of ${new Date(atMs).toISOString()} are not what all events come to`);
}
await readStore.close();
await log.close();
process.stdout.write(JSON.stringify({ events: position, wallets, days, pastDays: ends.length }));
