import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { openLmdbEventStore } from '../../infra/event-store/lmdb/open-lmdb-event-store.js';
import {
  NO_STREAM,
  type EventStore,
  type NewEvent,
  type StreamHead,
} from '../../infra/event-store/event-store.js';
import { runProjections } from '../../infra/projections/run-projections.js';
import { openSqliteWriter } from '../../infra/read-store/sqlite/sqlite-writer.js';
import { type SalesFigures } from '../../read-models/stats/sales-figures.js';
import { statsProjection } from '../../read-models/stats/stats.projection.js';
import {
  CountSales,
  CountSalesHandler,
  ReportSales,
  ReportSalesHandler,
} from '../../read-models/stats/stats.query.js';
import { type SoldOnce, salesEvents, WINDOW_DAYS } from '../../read-models/stats/testing/sales-events.js';
import type { SalesWindow } from '../contracts/admin/sales.contract.js';
import { SERVICES } from '../contracts/services.js';
import { percentile } from '../../infra/testing/percentiles.js';

/**
 * Compares the totals of many periods with sums that are computed from the log. Exits with 1 when a total
 * differs by a kobo or more. Usage: `node sales.process.js <folder> <purchases>`.
 */
const [folder = '', purchases = '200000'] = process.argv.slice(2);
const DAY_MS = 86_400_000;
const START_MS = Date.parse('2025-03-01T00:00:00+01:00');
const END_MS = START_MS + 365 * DAY_MS;
const EVENTS_PER_APPEND = 500;

let state = 20_260_310;
const random = (): number => {
  state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fff_ffff;
  return state / 0x7fff_ffff;
};
const upTo = (most: number): number => Math.floor(random() * most);

function sold(): SoldOnce {
  const anyMs = START_MS + upTo(END_MS - START_MS);
  const midnightMs = anyMs - ((anyMs - START_MS) % DAY_MS) + DAY_MS;
  const price = BigInt(50_00 + upTo(50_000_00));
  return {
    service: SERVICES[upTo(SERVICES.length)]!,
    vendor: 1 + upTo(4),
    price,
    cost: price - BigInt(upTo(Number(price) / 20)),
    acceptedMs: random() < 0.1 ? midnightMs - upTo(120_000) : anyMs,
    openMs: random() < 0.01 ? upTo(40 * DAY_MS) : 300 + upTo(120_000),
    end: random() < 0.03 ? 'released' : 'captured',
    ...(random() < 0.005 && { reversedAfterMs: upTo(30 * DAY_MS) }),
  };
}

async function write(store: EventStore): Promise<void> {
  const told = salesEvents(Array.from({ length: Number(purchases) }, sold));
  const heads = new Map<string, StreamHead>();
  for (let first = 0; first < told.length; first += EVENTS_PER_APPEND) {
    const events = told.slice(first, first + EVENTS_PER_APPEND);
    const stream = events[0]!.stream;
    const appended = await store.append(
      stream,
      heads.get(stream) ?? NO_STREAM,
      events.map(({ event }) => event),
    );
    heads.set(stream, appended.head);
  }
}

type Counted = Pick<SalesFigures, 'transactions' | 'failed'> & { amount: bigint; margin: bigint };
const none = (): Counted => ({ transactions: 0, failed: 0, amount: 0n, margin: 0n });
const inLagos = new Intl.DateTimeFormat('en-CA', { timeZone: 'Africa/Lagos', dateStyle: 'short' });

async function countDays(store: EventStore): Promise<ReadonlyMap<string, Counted>> {
  const days = new Map<string, Counted>();
  for (let position = 0; ;) {
    const page = await store.readAll(position, 1_000);
    if (page.length === 0) return days;
    position = page.at(-1)!.position;
    for (const event of page) countOne(event, days);
  }
}

function countOne(
  { type, at, data }: Pick<NewEvent, 'type' | 'at' | 'data'>,
  days: Map<string, Counted>,
): void {
  if (type === 'PurchaseAccepted') return;
  const date = inLagos.format(Date.parse(at));
  const day = days.get(date) ?? none();
  days.set(date, day);
  const sign = { PurchaseCaptured: 1n, PurchaseReversed: -1n, PurchaseReleased: 0n }[type];
  if (sign === undefined) throw new Error(`nobody told of ${type}`);
  const price = BigInt(String(data['price']));
  Object.assign(day, {
    transactions: day.transactions + Number(sign),
    amount: day.amount + sign * price,
    margin: day.margin + (sign && sign * (price - BigInt(String(data['cost'])))),
    failed: day.failed + (sign === 0n ? 1 : 0),
  });
}

function sumOf(days: ReadonlyMap<string, Counted>, count: number, nowMs: number): Counted {
  return Array.from({ length: count }, (_, back) =>
    days.get(inLagos.format(nowMs - back * DAY_MS)),
  ).reduce<Counted>(
    (sum, day = none()) => ({
      transactions: sum.transactions + day.transactions,
      failed: sum.failed + day.failed,
      amount: sum.amount + day.amount,
      margin: sum.margin + day.margin,
    }),
    none(),
  );
}

const kobo = (naira: number): bigint => BigInt(Math.round(naira * 100));
const same = (seen: SalesFigures, counted: Counted): boolean =>
  seen.transactions === counted.transactions &&
  seen.failed === counted.failed &&
  kobo(seen.amount) === counted.amount &&
  kobo(seen.margin) === counted.margin;

function* moments(): Generator<number> {
  for (let month = 3; month <= 16; month += 1) {
    const midnightMs = Date.UTC(2025, month - 1, 1) - 3_600_000;
    yield midnightMs - 1;
    yield midnightMs;
  }
  for (let other = 0; other < 30; other += 1) yield START_MS + upTo(END_MS - START_MS);
}

async function timed<T>(times: number[], work: () => Promise<T>): Promise<T> {
  const started = performance.now();
  const result = await work();
  times.push(performance.now() - started);
  return result;
}

mkdirSync(join(folder, 'read-models'), { recursive: true });
const eventStore = await openLmdbEventStore({ dir: join(folder, 'events') });
const readStore = openSqliteWriter({ dir: join(folder, 'read-models'), views: [statsProjection.view] });
await write(eventStore);
const events = await eventStore.lastPosition();

const stop = new AbortController();
const started = performance.now();
let shown = (): void => undefined;
const untilShown = new Promise<void>((resolve) => (shown = resolve));
const running = runProjections({
  eventStore,
  writer: readStore,
  projections: [statsProjection],
  signal: stop.signal,
  open: () => undefined,
  onCommitted: ({ position }) => void (position >= events && shown()),
});
await untilShown;
const projectSeconds = (performance.now() - started) / 1_000;

const days = await countDays(eventStore);
const report = new ReportSalesHandler(readStore);
const count = new CountSalesHandler(readStore);
const [reportMs, againMs, todayMs]: [number[], number[], number[]] = [[], [], []];
let [compared, differing] = [0, 0];
for (const nowMs of moments()) {
  for (const seen of await timed(reportMs, () => report.execute(new ReportSales(nowMs)))) {
    const length = WINDOW_DAYS[seen.window];
    for (const [figures, endMs] of [
      [seen.figures, nowMs],
      [seen.before, nowMs - length * DAY_MS],
    ] as const) {
      compared += 1;
      if (!same(figures, sumOf(days, length, endMs))) differing += 1;
    }
  }
  await timed(againMs, () => report.execute(new ReportSales(nowMs)));
  for (const window of Object.keys(WINDOW_DAYS) as SalesWindow[]) {
    const ask = () => count.execute(new CountSales(window, nowMs));
    const { amount, transactions } = window === 'today' ? await timed(todayMs, ask) : await ask();
    const counted = sumOf(days, WINDOW_DAYS[window], nowMs);
    compared += 1;
    if (kobo(amount) !== counted.amount || transactions !== counted.transactions) differing += 1;
  }
}
const rebuilt = await running.rebuild('stats', {});
stop.abort();
await running.finished;
await readStore.close();
await eventStore.close();
process.stdout.write(
  JSON.stringify({
    events,
    compared,
    differing: differing + rebuilt.differing,
    projectPerSecond: events / projectSeconds,
    reportP50Ms: percentile(reportMs, 0.5),
    reportP99Ms: percentile(reportMs, 0.99),
    againP50Ms: percentile(againMs, 0.5),
    againP99Ms: percentile(againMs, 0.99),
    todayP50Ms: percentile(todayMs, 0.5),
    todayP99Ms: percentile(todayMs, 0.99),
  }),
);
process.exitCode = differing + rebuilt.differing === 0 ? 0 : 1;
