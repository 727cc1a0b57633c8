import { Inject } from '@nestjs/common';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { monotonicMs } from '../../infra/host/clock.js';
import { READ_STORE, type ReadStore } from '../../infra/read-store/view.js';
import { lagosDateOf } from '../../services/contracts/fields/lagos-day.js';
import { SALES_WINDOWS, type SalesWindow } from '../../services/contracts/admin/sales.contract.js';
import { type SalesFigures, SalesSum } from './sales-figures.js';
import { type Overdue, type SalesReport, SalesReportSum } from './sales-report.js';
import { type Days, daysBefore, daysOf } from './window-days.js';
import { ALL_DAYS, type StatsRow, statsView } from './stats.view.js';

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

export class CountAllSales extends Query<number> {}

@QueryHandler(CountAllSales)
export class CountAllSalesHandler implements IQueryHandler<CountAllSales> {
  constructor(@Inject(READ_STORE) private readonly readStore: ReadStore) {}

  async execute(): Promise<number> {
    const row = await this.readStore.get(statsView, ALL_DAYS);
    return row ? Number(row.captured - row.reversed) : 0;
  }
}

export class ReportSales extends Query<readonly SalesReport[]> {
  constructor(
    readonly nowMs: number,
    readonly overdue: readonly Overdue[] = [],
  ) {
    super();
  }
}

const DAY_MS = 86_400_000;
/** Milliseconds for which the cached sums of past days (`ClosedDays`) are used. */
const CLOSED_FRESH_MS = 60_000;

interface ClosedDays {
  readonly today: string;
  readonly readAtMs: number;
  readonly sums: Promise<readonly SalesReportSum[]>;
}

@QueryHandler(ReportSales)
export class ReportSalesHandler implements IQueryHandler<ReportSales> {
  private closed: ClosedDays | undefined;

  constructor(@Inject(READ_STORE) private readonly readStore: ReadStore) {}

  async execute({ nowMs, overdue }: ReportSales): Promise<readonly SalesReport[]> {
    const closed = await this.closedDays(nowMs);
    const open = await rowsOf(this.readStore, {
      from: lagosDateOf(nowMs - DAY_MS),
      to: lagosDateOf(nowMs),
    });
    return closed.map((sum) => sum.with(open, overdue).report);
  }

  private closedDays(nowMs: number): Promise<readonly SalesReportSum[]> {
    const today = lagosDateOf(nowMs);
    const { closed } = this;
    if (closed?.today === today && monotonicMs() - closed.readAtMs < CLOSED_FRESH_MS) return closed.sums;
    const sums = this.readClosed(nowMs);
    const read = { today, readAtMs: monotonicMs(), sums };
    this.closed = read;
    sums.catch(() => {
      if (this.closed === read) this.closed = undefined;
    });
    return sums;
  }

  private async readClosed(nowMs: number): Promise<readonly SalesReportSum[]> {
    const days = { from: daysBefore('year', nowMs).from, to: lagosDateOf(nowMs - 2 * DAY_MS) };
    const rows = await rowsOf(this.readStore, days);
    return (Object.keys(SALES_WINDOWS) as SalesWindow[]).map((window) =>
      new SalesReportSum(window, nowMs).with(rows),
    );
  }
}
