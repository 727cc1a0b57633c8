import { Inject } from '@nestjs/common';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { READ_STORE, type ReadStore } from '../../infra/read-store/view.js';
import { lagosDateOf } from '../../services/contracts/fields/lagos-day.js';
import { SalesSum } from './sales-figures.js';
import { statsView } from './stats.view.js';

export interface VendorFigures {
  readonly vendor: number;
  readonly captured: number;
  /** Number of purchases that were captured or have failed. */
  readonly ended: number;
  /** Seconds at the 50th and the 95th percentile (`SalesSum.within`). Null means unknown. */
  readonly p50: number | null;
  readonly p95: number | null;
}

const DAY_MS = 86_400_000;
const ROWS_MAX = 10_000;

/** Covers yesterday and today. Today alone would have no figures right after midnight. */
export class ReportVendors extends Query<readonly VendorFigures[]> {
  constructor(readonly nowMs: number) {
    super();
  }
}

@QueryHandler(ReportVendors)
export class ReportVendorsHandler implements IQueryHandler<ReportVendors> {
  constructor(@Inject(READ_STORE) private readonly readStore: ReadStore) {}

  async execute({ nowMs }: ReportVendors): Promise<readonly VendorFigures[]> {
    const [from, to] = [lagosDateOf(nowMs - DAY_MS), lagosDateOf(nowMs)];
    const { rows } = await this.readStore.page(statsView, {
      range: { column: 'day', from, to: `${to}~` },
      sort: { column: 'day', direction: 'ascending' },
      skip: 0,
      limit: ROWS_MAX,
    });
    const sums = new Map<number, SalesSum>();
    for (const row of rows) {
      const sum = sums.get(row.vendor) ?? new SalesSum();
      sums.set(row.vendor, sum);
      sum.add(row);
    }
    return Array.from(sums, ([vendor, sum]) => ({
      vendor,
      ...sum.ended,
      p50: sum.within(0.5),
      p95: sum.within(0.95),
    }));
  }
}
