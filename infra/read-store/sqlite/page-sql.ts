import type { Filter, PageQuery } from '../view.js';
import type { Cell, Database } from './database.js';
import { columnList, quoted } from './row-codec.js';
import { SearchTerm, type Where } from './search-sql.js';
import { tableName } from './tables.js';
import type { ViewShape } from '../view-shape.js';

/** Totals are exact up to here. */
const TOTAL_MAX = 10_000;
/** Rows that equality leaves over and that are read one by one rather than through the substring index. */
const SCAN_MAX = 20_000;

export interface RawPage {
  readonly rows: readonly (readonly Cell[])[];
  readonly total: number;
  readonly totalCapped: boolean;
  readonly sum?: bigint;
}

/** Where to look, and `+` when the rows are already chosen and no index of the columns is to be used. */
interface Plan {
  readonly where: Where;
  readonly prefix: '' | '+';
}

function knownColumn(shape: ViewShape, name: string): string {
  if (!shape.columns.some((column) => column.name === name))
    throw new TypeError(`view ${shape.name} has no column ${name}`);
  return quoted(name);
}

function fixedConditions(shape: ViewShape, filter: Filter, prefix: '' | '+'): Where {
  const conditions: string[] = [];
  const cells: Cell[] = [];
  for (const [name, value] of Object.entries(filter.equals ?? {})) {
    conditions.push(`${prefix}${knownColumn(shape, name)} = ?`);
    cells.push(typeof value === 'boolean' ? (value ? 1n : 0n) : value);
  }
  for (const [name, values] of Object.entries(filter.in ?? {})) {
    conditions.push(`${prefix}${knownColumn(shape, name)} in (${values.map(() => '?').join(', ')})`);
    cells.push(...values);
  }
  const { range, within } = filter;
  if (within) {
    const column = `${prefix}${knownColumn(shape, within.column)}`;
    const each = within.ranges.map(() => `(${column} >= ? and ${column} < ?)`);
    conditions.push(each.length > 0 ? `(${each.join(' or ')})` : 'false');
    cells.push(...within.ranges.flatMap(({ from, to }) => [from, to]));
  }
  if (range?.from !== undefined) {
    conditions.push(`${prefix}${knownColumn(shape, range.column)} >= ?`);
    cells.push(range.from);
  }
  if (range?.to !== undefined) {
    conditions.push(`${prefix}${knownColumn(shape, range.column)} < ?`);
    cells.push(range.to);
  }
  return { conditions, cells };
}

const both = (one: Where, other: Where): Where => ({
  conditions: [...one.conditions, ...other.conditions],
  cells: [...one.cells, ...other.cells],
});

const whereSql = ({ conditions }: Where): string =>
  conditions.length > 0 ? ` where ${conditions.join(' and ')}` : '';

function countUpTo(database: Database, table: string, where: Where, limit: number): number {
  const sql = `select count(*) from (select 1 from ${table}${whereSql(where)} limit ${limit})`;
  return Number(database.prepare(sql).rows(...where.cells)[0]?.[0] ?? 0);
}

/**
 * Reading rows in sort order finds common text quickly and rare text slowly; the substring index is the other way round.
 * So the index chooses the rows when equality leaves many and few hold the text. The text itself is compared either way.
 */
function planOf(database: Database, shape: ViewShape, generation: number, query: PageQuery): Plan {
  const fixed = fixedConditions(shape, query, '');
  const text = query.search?.trim() ?? '';
  if (text === '' || shape.searchable.length === 0) return { where: fixed, prefix: '' };
  const term = new SearchTerm(shape, text, query);
  const scan: Plan = { where: both(fixed, term.condition()), prefix: '' };
  const table = quoted(tableName(shape, generation));
  if (countUpTo(database, table, fixed, SCAN_MAX + 1) <= SCAN_MAX) return scan;
  const candidates = term.candidates(database, generation, TOTAL_MAX);
  if (candidates === undefined) return scan;
  const chosen: Where = term.orKeys({
    conditions: ['rid in (select value from json_each(?))'],
    cells: [`[${candidates.join(',')}]`],
  });
  return { where: both(chosen, both(fixedConditions(shape, query, '+'), term.condition())), prefix: '+' };
}

/** One page and its total. Run it in the transaction that read the pointer. */
export function readPage(
  database: Database,
  shape: ViewShape,
  generation: number,
  query: PageQuery,
): RawPage {
  const table = quoted(tableName(shape, generation));
  const { where, prefix } = planOf(database, shape, generation, query);
  const direction = query.sort.direction === 'ascending' ? 'asc' : 'desc';
  const order = `${prefix}${knownColumn(shape, query.sort.column)} ${direction}, rid ${direction}`;
  const sql = `select ${columnList(shape)} from ${table}${whereSql(where)} order by ${order} limit ? offset ?`;
  const rows = database.prepare(sql).rows(...where.cells, BigInt(query.limit), BigInt(query.skip));
  const allSeen = query.skip === 0 && rows.length < query.limit;
  if (query.sum === undefined) {
    const total = allSeen ? rows.length : countUpTo(database, table, where, TOTAL_MAX + 1);
    return { rows, ...cappedTotal(total) };
  }
  const column = knownColumn(shape, query.sum);
  if (allSeen) {
    const at = shape.columns.findIndex(({ name }) => name === query.sum);
    const sum = rows.reduce((before, cells) => before + BigInt(cells[at] ?? 0), 0n);
    return { rows, ...cappedTotal(rows.length), sum };
  }
  const addUp = (last: string): [count: number, sum: bigint] => {
    const inner = `select ${column} from ${table}${whereSql(where)}${last}`;
    const added = `select count(*), sum(${column}) from (${inner})`;
    const [count, sum] = database.prepare(added).rows(...where.cells)[0] ?? [];
    return [Number(count ?? 0), BigInt(sum ?? 0)];
  };
  // In one look and in no order, which is cheaper: which rows are the first matters only where some are left out.
  const [count, sum] = addUp(` limit ${TOTAL_MAX + 1}`);
  const total = cappedTotal(count);
  return { rows, ...total, sum: total.totalCapped ? addUp(` order by ${order} limit ${TOTAL_MAX}`)[1] : sum };
}

const cappedTotal = (counted: number) => ({
  total: Math.min(counted, TOTAL_MAX),
  totalCapped: counted > TOTAL_MAX,
});
