import type { SalesWindow } from '../../services/contracts/admin/sales.contract.js';
import { SERVICES, type Service } from '../../services/contracts/services.js';
import { type SalesFigures, SalesSum } from './sales-figures.js';
import { type Days, daysBefore, daysOf, eachDay } from './window-days.js';
import type { StatsRow } from './stats.view.js';

export interface SalesReport extends Days {
  readonly window: SalesWindow;
  readonly figures: SalesFigures;
  readonly before: Days & SalesFigures;
  /** Services with purchases in the current or the earlier window, in the order of `SERVICES`. */
  readonly services: readonly (SalesFigures & {
    readonly service: Service;
    readonly before_amount: number;
  })[];
  /** Figures of vendors, sorted by vendor code. Code 0 means that no vendor was asked. */
  readonly vendors: readonly (SalesFigures & { readonly vendor: number; readonly before_amount: number })[];
  readonly days: readonly {
    readonly day: string;
    readonly transactions: number;
    readonly amount: number;
  }[];
}

/** Purchases of `service` that have waited too long for `vendor`. */
export interface Overdue {
  readonly vendor: number;
  readonly service: Service;
  readonly purchases: number;
}

export class SalesReportSum {
  private readonly current: Days;
  private readonly before: Days;
  private all = new Pair();
  private services = new Sums<Service>();
  private vendors = new Sums<number>();
  private days = new Sums<string>();

  constructor(
    private readonly window: SalesWindow,
    private readonly nowMs: number,
  ) {
    this.current = daysOf(window, nowMs);
    this.before = daysBefore(window, nowMs);
  }

  /** Returns a copy with more purchases. Ignores rows of days outside the current and the earlier window. */
  with(rows: readonly StatsRow[], overdue: readonly Overdue[] = []): SalesReportSum {
    const sum = new SalesReportSum(this.window, this.nowMs);
    sum.all = this.all.copy();
    sum.services = this.services.copy();
    sum.vendors = this.vendors.copy();
    sum.days = this.days.copy();
    for (const row of rows) sum.add(row);
    for (const { vendor, service, purchases } of overdue)
      for (const pair of [sum.all, sum.services.of(service), sum.vendors.of(vendor)])
        pair.now.wait(purchases);
    return sum;
  }

  get report(): SalesReport {
    const { window, current, before, all, services, vendors, days } = this;
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

  private add(row: StatsRow): void {
    if (row.day < this.before.from || row.day > this.current.to) return;
    const earlier = row.day < this.current.from;
    this.all.add(row, earlier);
    if (row.service) this.services.of(row.service).add(row, earlier);
    this.vendors.of(row.vendor).add(row, earlier);
    if (!earlier) this.days.of(row.day).add(row, false);
  }
}

class Pair {
  constructor(
    readonly now = new SalesSum(),
    readonly before = new SalesSum(),
  ) {}

  add(row: StatsRow, earlier: boolean): void {
    (earlier ? this.before : this.now).add(row);
  }

  copy(): Pair {
    return new Pair(this.now.copy(), this.before.copy());
  }

  get figures(): SalesFigures & { readonly before_amount: number } {
    return { ...this.now.figures, before_amount: this.before.amount };
  }
}

class Sums<Key> {
  constructor(private readonly sums: Map<Key, Pair> = new Map()) {}

  get keys(): readonly Key[] {
    return [...this.sums.keys()];
  }

  get(key: Key): Pair | undefined {
    return this.sums.get(key);
  }

  of(key: Key): Pair {
    let pair = this.sums.get(key);
    if (!pair) this.sums.set(key, (pair = new Pair()));
    return pair;
  }

  copy(): Sums<Key> {
    return new Sums(new Map(Array.from(this.sums, ([key, pair]) => [key, pair.copy()])));
  }
}
