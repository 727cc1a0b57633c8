import type { Filter, ListIndex, PageQuery } from '../view.js';
import type { ViewShape } from '../view-shape.js';
import type { Cell } from './database.js';
import { quoted } from './row-codec.js';
import { holdsAll, listFor, listIndexName, notExcepted, tableName } from './tables.js';

export interface Where {
  readonly conditions: readonly string[];
  readonly cells: readonly Cell[];
}

export const NOTHING: Where = { conditions: ['false'], cells: [] };

export const ofTable = (column: string): string => `t.${quoted(column)}`;

export const both = (...all: readonly Where[]): Where => ({
  conditions: all.flatMap(({ conditions }) => conditions),
  cells: all.flatMap(({ cells }) => cells),
});

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

/** @throws TypeError for an unknown column */
export function knownColumn(shape: ViewShape, name: string): string {
  if (!shape.columns.some((column) => column.name === name))
    throw new TypeError(`view ${shape.name} has no column ${name}`);
  return ofTable(name);
}

/** SQL conditions of the filter. With the prefix `+`, SQLite does not use the index of a column. */
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

export interface Source {
  readonly from: string;
  readonly where: Where;
  /** Index that the query must use. The SQL contains its name after `indexed by`. */
  readonly list?: ListIndex;
}

export const filterColumnsOf = ({ equals = {}, in: among = {}, range, within }: Filter): string[] => [
  ...Object.keys(equals),
  ...Object.keys(among),
  ...(range ? [range.column] : []),
  ...(within ? [within.column] : []),
];

/**
 * Forces the index of a query. SQLite cannot detect that an index with `except` contains all matching rows.
 * Without such an index, forces the index of `listFor`, because SQLite may choose an index with more matches.
 */
export function fixedSource(
  shape: ViewShape,
  generation: number,
  filter: Filter,
  sort: PageQuery['sort'],
): Source {
  const equal = Object.keys(filter.equals ?? {});
  const rare = shape.lists.findIndex((list) => {
    const value = list.except && filter.equals?.[list.except.column];
    return (
      value !== undefined &&
      value !== list.except?.is &&
      list.by.at(-1) === sort.column &&
      holdsAll(list, equal)
    );
  });
  const instead = shape.indexes.find(
    (index) => index.at(-1) === sort.column && index.slice(0, -1).every((name) => equal.includes(name)),
  );
  const number = rare >= 0 || instead === undefined ? rare : listFor(shape, instead);
  return listSource(shape, generation, number, fixedConditions(shape, filter));
}

/**
 * Forces an index that begins with `column`. SQLite might otherwise scan all rows of the filter, because it
 * does not know that `values` are rare.
 */
export function valuesSource(
  shape: ViewShape,
  generation: number,
  filter: Filter,
  sort: PageQuery['sort'],
  column: string,
  values: readonly Cell[],
): Source {
  const [value] = values;
  if (values.length === 1 && value !== undefined && value !== null) {
    const narrowed = { ...filter, equals: { ...filter.equals, [column]: value } };
    const rare = fixedSource(shape, generation, narrowed, sort);
    if (rare.list?.by[0] === column) return rare;
  }
  const excepted = shape.lists.flatMap(({ except }) => (except ? [except.column] : []));
  const others = Object.keys(filter.equals ?? {}).filter((name) => name !== column);
  const asked = others.filter((name) => !excepted.includes(name));
  const number = shape.lists.findIndex(
    (list) =>
      !list.except &&
      list.by[0] === column &&
      list.by.length === 2 &&
      list.by[1] === sort.column &&
      holdsAll(list, asked),
  );
  const marks = values.map(() => '?').join(', ');
  const among = {
    conditions: [
      values.length === 1
        ? `${knownColumn(shape, column)} = ?`
        : `${knownColumn(shape, column)} in (${marks})`,
    ],
    cells: values,
  };
  const list = shape.lists[number];
  if (!list) {
    const fixed = fixedSource(shape, generation, filter, sort);
    return { ...fixed, where: both(fixed.where, among) };
  }
  const where =
    values.length > 1 ? withoutExcepted(shape, generation, filter, list) : fixedConditions(shape, filter);
  return listSource(shape, generation, number, both(among, where));
}

function withoutExcepted(shape: ViewShape, generation: number, filter: Filter, list: ListIndex): Where {
  const rest = { ...filter.equals };
  const conditions: string[] = [];
  shape.lists.forEach(({ except }, number) => {
    if (!except || rest[except.column] !== except.is || holdsAll(list, [except.column])) return;
    if (shape.columns.some(({ name, nullable }) => name === except.column && nullable)) return;
    delete rest[except.column];
    const others = `${quoted(tableName(shape, generation))} indexed by ${quoted(listIndexName(shape, generation, number))}`;
    conditions.push(`t.rid not in (select rid from ${others} where ${notExcepted(except)})`);
  });
  return both({ conditions, cells: [] }, fixedConditions(shape, { ...filter, equals: rest }));
}

function listSource(shape: ViewShape, generation: number, number: number, where: Where): Source {
  const from = `${quoted(tableName(shape, generation))} t`;
  const list = shape.lists[number];
  if (!list) return { from, where };
  const except = list.except ? [notExcepted(list.except)] : [];
  return {
    from: `${from} indexed by ${quoted(listIndexName(shape, generation, number))}`,
    where: both({ conditions: except, cells: [] }, where),
    list,
  };
}
