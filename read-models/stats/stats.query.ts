import { Inject } from '@nestjs/common';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { READ_STORE, type ReadStore } from '../../infra/read-store/view.js';
import { SALES_WINDOWS, type SalesWindow } from '../../services/contracts/admin/sales.contract.js';
import { SERVICES, type Service } from '../../services/contracts/services.js';
import { type SalesFigures, SalesSum } from './sales-figures.js';
import { type Days, daysBefore, daysOf, eachDay } from './sales-windows.js';
import { ALL_DAYS, type StatsRow, statsView } from './stats.view.js';

/** Far above what two years of days, services and vendors come to. */
const ROWS_MAX = 200_000;

async function rowsOf(readStore: ReadStore, { from, to }: Days): Promise<readonly StatsRow[]> {
  const { rows } = await readStore.page(statsView, {
    range: { column: 'day', from, to: `${to}~` },
    sort: { column: 'day', direction: 'ascending' },
    skip: 0,
    limit: ROWS_MAX,
  });
  return rows;
}

/** Purchases and naira of one window that ends today, reversals taken off. */
export class CountSales extends Query<Pick<SalesFigures, 'transactions' | 'amount'>> {
  constructor(
    readonly window: SalesWindow,
    readonly nowMs: number,
  ) {
    super();
  }
}

@QueryHandler(CountSales)
export class CountSalesHandler implements IQueryHandler<CountSales> {
  constructor(@Inject(READ_STORE) private readonly readStore: ReadStore) {}

  async execute({ window, nowMs }: CountSales): Promise<Pick<SalesFigures, 'transactions' | 'amount'>> {
    const sum = new SalesSum();
    for (const row of await rowsOf(this.readStore, daysOf(window, nowMs))) sum.add(row);
    return { transactions: sum.transactions, amount: sum.amount };
  }
}

/** Purchases there ever were, reversals taken off. */
export class CountAllSales extends Query<number> {}

@QueryHandler(CountAllSales)
export class CountAllSalesHandler implements IQueryHandler<CountAllSales> {
  constructor(@Inject(READ_STORE) private readonly readStore: ReadStore) {}

  async execute(): Promise<number> {
    const row = await this.readStore.get(statsView, ALL_DAYS);
    return row ? Number(row.captured - row.reversed) : 0;
  }
}

/** One window, and the one before it. */
export interface SalesReport extends Days {
  readonly window: SalesWindow;
  readonly figures: SalesFigures;
  readonly before: Days & SalesFigures;
  /** Those that sold, failed or reversed something in either of the two, in the order in which services are listed. */
  readonly services: readonly (SalesFigures & {
    readonly service: Service;
    readonly before_amount: number;
  })[];
  /** By code; 0 is nobody. */
  readonly vendors: readonly (SalesFigures & { readonly vendor: number; readonly before_amount: number })[];
  /** Every day of the window, also those on which nothing was sold. */
  readonly days: readonly {
    readonly day: string;
    readonly transactions: number;
    readonly amount: number;
  }[];
}

/** All windows that end today. */
export class ReportSales extends Query<readonly SalesReport[]> {
  constructor(readonly nowMs: number) {
    super();
  }
}

@QueryHandler(ReportSales)
export class ReportSalesHandler implements IQueryHandler<ReportSales> {
  constructor(@Inject(READ_STORE) private readonly readStore: ReadStore) {}

  /** One read for all, so that they are of one moment. */
  async execute({ nowMs }: ReportSales): Promise<readonly SalesReport[]> {
    const { to } = daysOf('year', nowMs);
    const rows = await rowsOf(this.readStore, { from: daysBefore('year', nowMs).from, to });
    return (Object.keys(SALES_WINDOWS) as SalesWindow[]).map((window) => reportOf(window, nowMs, rows));
  }
}

/** @param rows of both windows at least */
export function reportOf(window: SalesWindow, nowMs: number, rows: readonly StatsRow[]): SalesReport {
  const current = daysOf(window, nowMs);
  const before = daysBefore(window, nowMs);
  const all = new Pair();
  const services = new Sums<Service>();
  const vendors = new Sums<number>();
  const days = new Sums<string>();
  for (const row of rows) {
    if (row.day < before.from || row.day > current.to) continue;
    const earlier = row.day < current.from;
    all.add(row, earlier);
    if (row.service) services.of(row.service).add(row, earlier);
    vendors.of(row.vendor).add(row, earlier);
    if (!earlier) days.of(row.day).add(row, false);
  }
  return {
    window,
    ...current,
    figures: all.now.figures,
    before: { ...before, ...all.before.figures },
    services: SERVICES.flatMap((service) => {
      const pair = services.get(service);
      return pair ? [{ service, ...pair.figures }] : [];
    }),
    vendors: vendors.keys
      .toSorted((one, other) => one - other)
      .map((vendor) => ({ vendor, ...vendors.of(vendor).figures })),
    days: eachDay(current).map((day) => {
      const sum = days.get(day)?.now;
      return { day, transactions: sum?.transactions ?? 0, amount: sum?.amount ?? 0 };
    }),
  };
}

/** The same figures of a window and of the one before it. */
class Pair {
  readonly now = new SalesSum();
  readonly before = new SalesSum();

  add(row: StatsRow, earlier: boolean): void {
    (earlier ? this.before : this.now).add(row);
  }

  get figures(): SalesFigures & { readonly before_amount: number } {
    return { ...this.now.figures, before_amount: this.before.amount };
  }
}

class Sums<Key> {
  readonly #sums = new Map<Key, Pair>();

  get keys(): readonly Key[] {
    return [...this.#sums.keys()];
  }

  get(key: Key): Pair | undefined {
    return this.#sums.get(key);
  }

  of(key: Key): Pair {
    let pair = this.#sums.get(key);
    if (!pair) this.#sums.set(key, (pair = new Pair()));
    return pair;
  }
}
