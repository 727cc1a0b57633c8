import type { Filter, PageQuery } from '../view.js';
import type { Cell, Database } from './database.js';
import { columnList, quoted } from './row-codec.js';
import { indexName, tableName } from './tables.js';
import type { ViewShape } from './view-shape.js';

/** Totals are exact up to here. */
export const TOTAL_MAX = 10_000;
/** Rows that equality leaves over and that are read one by one rather than through the substring index. */
const SCAN_MAX = 20_000;
const TRIGRAM_LENGTH = 3;

interface Where {
  readonly conditions: readonly string[];
  readonly cells: readonly Cell[];
}

export interface RawPage {
  readonly rows: readonly (readonly Cell[])[];
  readonly total: number;
  readonly totalCapped: boolean;
}

const likeText = (text: string): string => text.replace(/[\\%_]/g, '\\$&');

function knownColumn(shape: ViewShape, name: string): string {
  if (!shape.columns.some((column) => column.name === name)) throw new TypeError(`view ${shape.name} has no column ${name}`);
  return quoted(name);
}

function fixedConditions(shape: ViewShape, filter: Filter): Where {
  const conditions: string[] = [];
  const cells: Cell[] = [];
  for (const [name, value] of Object.entries(filter.equals ?? {})) {
    conditions.push(`${knownColumn(shape, name)} = ?`);
    cells.push(typeof value === 'boolean' ? (value ? 1n : 0n) : value);
  }
  const { range } = filter;
  if (range?.from !== undefined) {
    conditions.push(`${knownColumn(shape, range.column)} >= ?`);
    cells.push(range.from);
  }
  if (range?.to !== undefined) {
    conditions.push(`${knownColumn(shape, range.column)} < ?`);
    cells.push(range.to);
  }
  return { conditions, cells };
}

const whereSql = ({ conditions }: Where): string => (conditions.length > 0 ? ` where ${conditions.join(' and ')}` : '');

function countUpTo(database: Database, table: string, where: Where, limit: number): number {
  const sql = `select count(*) from (select 1 from ${table}${whereSql(where)} limit ${limit})`;
  return Number(database.prepare(sql).rows(...where.cells)[0]?.[0] ?? 0);
}

/**
 * LIKE decides what matches; the trigram index only narrows what is looked at, and only when that pays: the term is long
 * enough, is no part of a status word (those are not indexed), matches few rows, and equality leaves many.
 */
function withSearch(database: Database, shape: ViewShape, table: string, generation: number, fixed: Where, text: string): Where {
  const term = text.trim();
  if (term === '' || shape.searchable.length === 0) return fixed;
  const pattern = term.length < TRIGRAM_LENGTH ? `${likeText(term)}%` : `%${likeText(term)}%`;
  const matches = shape.searchable.map((name) => `${quoted(name)} like ? escape '\\'`).join(' or ');
  const search: Where = {
    conditions: [...fixed.conditions, `(${matches})`],
    cells: [...fixed.cells, ...shape.searchable.map(() => pattern)],
  };
  const lower = term.toLowerCase();
  if ([...term].length < TRIGRAM_LENGTH || shape.trigram.length === 0) return search;
  if (shape.words.some((word) => word.includes(lower))) return search;
  if (countUpTo(database, table, fixed, SCAN_MAX + 1) <= SCAN_MAX) return search;
  const index = quoted(indexName(shape, generation));
  const phrase = `"${term.replaceAll('"', '""')}"`;
  const hits = database
    .prepare(`select count(*) from (select rowid from ${index} where ${index} match ? limit ${TOTAL_MAX + 1})`)
    .rows(phrase);
  if (Number(hits[0]?.[0] ?? 0) > TOTAL_MAX) return search;
  return {
    conditions: [`rid in (select rowid from ${index} where ${index} match ?)`, ...search.conditions],
    cells: [phrase, ...search.cells],
  };
}

/** One page and its total. Run it in the transaction that read the pointer. */
export function readPage(database: Database, shape: ViewShape, generation: number, query: PageQuery): RawPage {
  const table = quoted(tableName(shape, generation));
  const fixed = fixedConditions(shape, query);
  const where =
    query.search === undefined ? fixed : withSearch(database, shape, table, generation, fixed, query.search);
  const direction = query.sort.direction === 'ascending' ? 'asc' : 'desc';
  const order = `${knownColumn(shape, query.sort.column)} ${direction}, rid ${direction}`;
  const sql = `select ${columnList(shape)} from ${table}${whereSql(where)} order by ${order} limit ? offset ?`;
  const rows = database.prepare(sql).rows(...where.cells, BigInt(query.limit), BigInt(query.skip));
  const allSeen = query.skip === 0 && rows.length < query.limit;
  const total = allSeen ? rows.length : countUpTo(database, table, where, TOTAL_MAX + 1);
  return { rows, total: Math.min(total, TOTAL_MAX), totalCapped: total > TOTAL_MAX };
}
