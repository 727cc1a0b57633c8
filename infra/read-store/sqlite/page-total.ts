import type { Cell, Database } from './database.js';
import { type Source, whereSql } from './where-sql.js';

/** Maximum number of matching rows to count. */
export const TOTAL_MAX = 10_000;

export interface RawPage {
  readonly rows: readonly (readonly Cell[])[];
  readonly total: number;
  readonly totalCapped: boolean;
  readonly sum?: bigint;
}

export const cappedTotal = (counted: number): Pick<RawPage, 'total' | 'totalCapped'> => ({
  total: Math.min(counted, TOTAL_MAX),
  totalCapped: counted > TOTAL_MAX,
});

export function countUpTo(database: Database, { from, where }: Source, limit: number): number {
  const sql = `select count(*) from (select 1 from ${from}${whereSql(where)} limit ${limit})`;
  return Number(database.prepare(sql).rows(...where.cells)[0]?.[0] ?? 0);
}
