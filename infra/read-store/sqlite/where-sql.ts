import type { Filter, PageQuery } from '../view.js';
import type { ViewShape } from '../view-shape.js';
import type { Cell } from './database.js';
import { quoted } from './row-codec.js';
import { listIndexName, notExcepted, tableName } from './tables.js';

/** Conditions joined by `and`, and what is bound to them. */
export interface Where {
  readonly conditions: readonly string[];
  readonly cells: readonly Cell[];
}

/** No row. */
export const NOTHING: Where = { conditions: ['false'], cells: [] };

/** The rows of a view are called `t` in every question. */
export const ofTable = (column: string): string => `t.${quoted(column)}`;

export const both = (...all: readonly Where[]): Where => ({
  conditions: all.flatMap(({ conditions }) => conditions),
  cells: all.flatMap(({ cells }) => cells),
});

/** Rows of any of them; each holds one condition. */
export function either(...all: readonly Where[]): Where {
  const some = all.filter((where) => where !== NOTHING);
  if (some.length === 0) return NOTHING;
  return {
    conditions: [`(${some.map(({ conditions }) => conditions.join(' and ')).join(' or ')})`],
    cells: some.flatMap(({ cells }) => cells),
  };
}

export const whereSql = ({ conditions }: Where): string =>
  conditions.length > 0 ? ` where ${conditions.join(' and ')}` : '';

/** @throws TypeError when the view has no such column */
export function knownColumn(shape: ViewShape, name: string): string {
  if (!shape.columns.some((column) => column.name === name))
    throw new TypeError(`view ${shape.name} has no column ${name}`);
  return ofTable(name);
}

/** What a filter asks for beside the text. With `+`, the rows are already chosen and no index of the columns is used. */
export function fixedConditions(shape: ViewShape, filter: Filter, prefix: '' | '+' = ''): Where {
  const conditions: string[] = [];
  const cells: Cell[] = [];
  const known = (name: string): string => prefix + knownColumn(shape, name);
  for (const [name, value] of Object.entries(filter.equals ?? {})) {
    conditions.push(`${known(name)} = ?`);
    cells.push(typeof value === 'boolean' ? (value ? 1n : 0n) : value);
  }
  for (const [name, values] of Object.entries(filter.in ?? {})) {
    conditions.push(`${known(name)} in (${values.map(() => '?').join(', ')})`);
    cells.push(...values);
  }
  const { range, within } = filter;
  if (within) {
    const column = known(within.column);
    const each = within.ranges.map(() => `(${column} >= ? and ${column} < ?)`);
    conditions.push(each.length > 0 ? `(${each.join(' or ')})` : 'false');
    cells.push(...within.ranges.flatMap(({ from, to }) => [from, to]));
  }
  if (range?.from !== undefined) {
    conditions.push(`${known(range.column)} >= ?`);
    cells.push(range.from);
  }
  if (range?.to !== undefined) {
    conditions.push(`${known(range.column)} < ?`);
    cells.push(range.to);
  }
  return { conditions, cells };
}

/** Where rows are read, and which of them. */
export interface Source {
  readonly from: string;
  readonly where: Where;
}

/**
 * Rows of a filter in the order of the query. The index without the rows where nearly all belong is named, since nothing tells
 * the planner that the value asked for is not the one left out.
 */
export function fixedSource(
  shape: ViewShape,
  generation: number,
  filter: Filter,
  sort: PageQuery['sort'],
): Source {
  const from = `${quoted(tableName(shape, generation))} t`;
  const where = fixedConditions(shape, filter);
  const equal = Object.keys(filter.equals ?? {});
  const number = shape.lists.findIndex(({ by, holds, except }) => {
    const value = except && filter.equals?.[except.column];
    return (
      value !== undefined &&
      value !== except?.is &&
      by.at(-1) === sort.column &&
      equal.every((name) => by.includes(name) || holds.includes(name))
    );
  });
  const except = shape.lists[number]?.except;
  if (!except) return { from, where };
  return {
    from: `${from} indexed by ${quoted(listIndexName(shape, generation, number))}`,
    where: both({ conditions: [notExcepted(except)], cells: [] }, where),
  };
}
