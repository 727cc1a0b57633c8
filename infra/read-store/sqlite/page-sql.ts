import type { PageQuery } from '../view.js';
import type { ViewShape } from '../view-shape.js';
import type { Database } from './database.js';
import { newestMatches } from './newest-matches.js';
import { cappedTotal, countUpTo, type RawPage, TOTAL_MAX } from './page-total.js';
import { columnList, quoted } from './row-codec.js';
import { SearchTerm } from './search-sql.js';
import { indexName, tableName } from './tables.js';
import {
  both,
  either,
  fixedConditions,
  fixedSource,
  knownColumn,
  type Source,
  whereSql,
} from './where-sql.js';

const SCAN_MAX = 5_000;
const FEW = 1_000;

/**
 * `prefix` stands before column names. With `+`, SQLite does not use the index of a column. A query that
 * already lists rows by `rid` needs `+`.
 */
interface Plan extends Source {
  readonly prefix: '' | '+';
}

function candidates(
  database: Database,
  shape: ViewShape,
  generation: number,
  asked: string,
  limit: number,
): string | undefined {
  const index = quoted(indexName(shape, generation));
  const sql = `select count(*), json_group_array(rowid) from (select rowid from ${index} where ${index} match ? limit ${limit + 1})`;
  const [[count, numbers] = []] = database.prepare(sql).rows(asked);
  return Number(count) > limit ? undefined : String(numbers);
}

/**
 * Uses the substring index when few rows contain the search text. Scans the rows when few rows match the
 * filter. Otherwise tries `newestMatches`.
 */
function searchPage(
  database: Database,
  shape: ViewShape,
  generation: number,
  query: PageQuery,
  term: SearchTerm,
): RawPage {
  const fixed = fixedSource(shape, generation, query, query.sort);
  const scan: Plan = { ...fixed, where: both(fixed.where, term.condition()), prefix: '' };
  const asked = shape.trigram.length === 0 ? undefined : term.indexQuery(database, generation);
  const chosen = (limit: number): Plan | undefined => {
    if (asked === undefined || term.values.length > 0) return undefined;
    const numbers = candidates(database, shape, generation, asked, limit);
    if (numbers === undefined) return undefined;
    const named = { conditions: ['t.rid in (select value from json_each(?))'], cells: [numbers] };
    const where = both(
      either(named, term.keyCondition()),
      fixedConditions(shape, query, '+'),
      term.condition(),
    );
    return { from: `${quoted(tableName(shape, generation))} t`, where, prefix: '+' };
  };
  const few = chosen(FEW);
  if (few) return planPage(database, shape, query, few);
  if (countUpTo(database, fixed, SCAN_MAX + 1) <= SCAN_MAX) return planPage(database, shape, query, scan);
  return (
    newestMatches(database, shape, generation, query, term, asked) ??
    planPage(database, shape, query, chosen(TOTAL_MAX) ?? scan)
  );
}

/** Reads a page. A reader must choose `generation` in the transaction that reads the page. */
export function readPage(
  database: Database,
  shape: ViewShape,
  generation: number,
  query: PageQuery,
): RawPage {
  const text = query.search?.trim() ?? '';
  if (text !== '' && shape.searchable.length > 0)
    return searchPage(database, shape, generation, query, new SearchTerm(shape, text, query));
  return planPage(database, shape, query, {
    ...fixedSource(shape, generation, query, query.sort),
    prefix: '',
  });
}

function planPage(
  database: Database,
  shape: ViewShape,
  query: PageQuery,
  { from, where, prefix }: Plan,
): RawPage {
  const direction = query.sort.direction === 'ascending' ? 'asc' : 'desc';
  const order = `${prefix}${knownColumn(shape, query.sort.column)} ${direction}, t.rid ${direction}`;
  const sql = `select ${columnList(shape)} from ${from}${whereSql(where)} order by ${order} limit ? offset ?`;
  const rows = database.prepare(sql).rows(...where.cells, BigInt(query.limit), BigInt(query.skip));
  const allSeen = query.skip === 0 && rows.length < query.limit;
  if (query.sum === undefined) {
    const total = allSeen ? rows.length : countUpTo(database, { from, where }, TOTAL_MAX + 1);
    return { rows, ...cappedTotal(total) };
  }
  const column = knownColumn(shape, query.sum);
  if (allSeen) {
    const at = shape.columns.findIndex(({ name }) => name === query.sum);
    const sum = rows.reduce((before, cells) => before + BigInt(cells[at] ?? 0), 0n);
    return { rows, ...cappedTotal(rows.length), sum };
  }
  const addUp = (last: string): [count: number, sum: bigint] => {
    const inner = `select ${column} as added from ${from}${whereSql(where)}${last}`;
    const added = `select count(*), sum(added) from (${inner})`;
    const [count, sum] = database.prepare(added).rows(...where.cells)[0] ?? [];
    return [Number(count ?? 0), BigInt(sum ?? 0)];
  };
  // Counts and sums all matches without sorting them, because sorting costs time.
  const [count, sum] = addUp(` limit ${TOTAL_MAX + 1}`);
  const total = cappedTotal(count);
  return { rows, ...total, sum: total.totalCapped ? addUp(` order by ${order} limit ${TOTAL_MAX}`)[1] : sum };
}
