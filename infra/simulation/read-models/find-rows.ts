import type { KnownRow } from '../../read-store/mongo/plan-rows.js';
import type { Filter, Page, PageQuery, Row } from '../../read-store/view.js';
import type { ViewShape } from '../../read-store/view-shape.js';

const TOTAL_MAX = 10_000;
const SUBSTRING_LENGTH = 3;

const folded = (text: string): string => text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());

export function pageOf<R extends Row>(
  shape: ViewShape,
  stored: Iterable<KnownRow>,
  query: PageQuery,
): Page<R> {
  const { sort, skip, limit, sum } = query;
  for (const column of [sort.column, sum ?? sort.column]) demandColumn(shape, column);
  const matches = matcherOf(shape, query);
  const turn = sort.direction === 'ascending' ? 1 : -1;
  const found = [...stored]
    .filter(({ row }) => matches(row))
    .sort((one, other) => {
      const [left, right] = [one.row[sort.column] as string, other.row[sort.column] as string];
      if (left !== right) return left < right ? -turn : turn;
      return one.insertion < other.insertion ? -turn : turn;
    })
    .map(({ row }) => row as R);
  return {
    rows: found.slice(skip, skip + limit),
    total: Math.min(found.length, TOTAL_MAX),
    totalCapped: found.length > TOTAL_MAX,
    ...(sum !== undefined && {
      sum: found.slice(0, TOTAL_MAX).reduce((added, row) => added + (row[sum] as bigint), 0n),
    }),
  };
}

function matcherOf(shape: ViewShape, filter: Filter): (row: Row) => boolean {
  const { equals = {}, in: among = {}, range, within } = filter;
  const text = filter.search?.trim() ?? '';
  const holds = text === '' || shape.searchable.length === 0 ? () => true : searcherOf(shape, text, filter);
  const isIn = (row: Row, column: string, from: unknown, to: unknown): boolean => {
    const value = row[column] as string;
    return (from === undefined || value >= (from as string)) && (to === undefined || value < (to as string));
  };
  return (row) =>
    Object.entries(equals).every(([column, value]) => row[column] === value) &&
    Object.entries(among).every(([column, values]) => values.includes(row[column] as string)) &&
    (range === undefined || isIn(row, range.column, range.from, range.to)) &&
    (within === undefined || within.ranges.some(({ from, to }) => isIn(row, within.column, from, to))) &&
    holds(row);
}

function searcherOf(
  shape: ViewShape,
  text: string,
  { searchIn = shape.searchable, orKeys = [], orIn = {} }: Filter,
): (row: Row) => boolean {
  const needle = folded(text);
  const columns = shape.searchable.filter((column) => searchIn.includes(column));
  const isLong = [...text].length >= SUBSTRING_LENGTH;
  const has = (value: unknown): boolean =>
    typeof value === 'string' && (isLong ? folded(value).includes(needle) : folded(value).startsWith(needle));
  return (row) =>
    columns.some((column) => has(row[column])) ||
    orKeys.includes(row[shape.key] as string) ||
    Object.entries(orIn).some(([column, values]) => values.includes(row[column] as string));
}

function demandColumn(shape: ViewShape, column: string): void {
  if (!shape.columns.some(({ name }) => name === column))
    throw new TypeError(`view ${shape.name} has no column ${column}`);
}
