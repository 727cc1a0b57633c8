import type { PageQuery } from '../view.js';
import type { ViewShape } from '../view-shape.js';
import { momentBegun, momentText } from './arrivals.js';
import type { Cell, Database } from './database.js';
import { cappedTotal, countUpTo, type RawPage, TOTAL_MAX } from './page-total.js';
import { columnList, quoted } from './row-codec.js';
import type { SearchTerm } from './search-sql.js';
import { holdsAll, indexName, latenessOf, tableName } from './tables.js';
import {
  both,
  filterColumnsOf,
  fixedConditions,
  fixedSource,
  knownColumn,
  type Source,
  valuesSource,
  whereSql,
} from './where-sql.js';

const DEPTH_MAX = 50_000;
const LATE_MAX = 100_000;
const COMPARED_MAX = 50_000;
const HELD_MAX = 200_000;

const VALUES_ALONE_MAX = 128;

interface Match {
  readonly rid: number;
  readonly at: string;
  readonly amount: bigint;
}

type Value = string | bigint | number;

const newerFirst = (one: Match, other: Match): number =>
  one.at === other.at ? other.rid - one.rid : one.at < other.at ? 1 : -1;

/**
 * Returns a page of search results, newest first. Merges the newest matches by text, by column values and by
 * keys.
 */
export function newestMatches(
  database: Database,
  shape: ViewShape,
  generation: number,
  query: PageQuery,
  term: SearchTerm,
  asked: string | undefined,
): RawPage | undefined {
  const depth = Math.max(TOTAL_MAX + 1, query.skip + query.limit);
  const { column, direction } = query.sort;
  if (column !== shape.arrivesBy || direction !== 'descending' || depth > DEPTH_MAX) return undefined;
  const search = new NewestSearch(database, shape, generation, query, depth);
  const sources = search.throughList(term) ?? search.bySource(term, asked);
  if (sources === undefined) return undefined;
  const matches = merged(sources.filter(({ length }) => length > 0));
  const counted = cappedTotal(matches.length);
  const rows = search.rows(matches.slice(query.skip, query.skip + query.limit));
  if (query.sum === undefined) return { rows, ...counted };
  let sum = 0n;
  for (const { amount } of matches.slice(0, TOTAL_MAX)) sum += amount;
  return { rows, ...counted, sum };
}

function merged(sources: readonly (readonly Match[])[]): readonly Match[] {
  const all =
    sources.length > 1
      ? [...new Map(sources.flat().map((match) => [match.rid, match])).values()]
      : [...(sources[0] ?? [])];
  return all.sort(newerFirst);
}

class NewestSearch {
  readonly #table: string;
  readonly #columns: string;
  readonly #at: string;

  constructor(
    private readonly database: Database,
    private readonly shape: ViewShape,
    private readonly generation: number,
    private readonly query: PageQuery,
    private readonly depth: number,
  ) {
    this.#table = `${quoted(tableName(shape, generation))} t`;
    this.#at = knownColumn(shape, query.sort.column);
    const amount = query.sum === undefined ? '' : `, ${knownColumn(shape, query.sum)}`;
    this.#columns = `t.rid, ${this.#at}${amount}`;
  }

  throughList(term: SearchTerm): Match[][] | undefined {
    const fixed = fixedSource(this.shape, this.generation, this.query, this.query.sort);
    const { sum } = this.query;
    const lookedAt = [...term.columns, ...filterColumnsOf(this.query), ...(sum === undefined ? [] : [sum])];
    const others = lookedAt.filter((name) => !fixed.list?.searches?.includes(name));
    if (!fixed.list || !holdsAll(fixed.list, others)) return undefined;
    if (countUpTo(this.database, fixed, HELD_MAX + 1) > HELD_MAX) return undefined;
    return [this.#along({ ...fixed, where: both(fixed.where, term.condition()) })];
  }

  /** Lists of the newest matches: one list by text, one by keys, and others by column values. */
  bySource(term: SearchTerm, asked: string | undefined): Match[][] | undefined {
    const texts = term.inTexts ? this.#byText(term, asked) : [];
    if (texts === undefined) return undefined;
    const columns = [...new Set(term.values.map(([name]) => name))];
    const values = columns.flatMap((column) =>
      this.#byValues(
        column,
        term.values.filter(([name]) => name === column).map(([, value]) => value),
      ),
    );
    return [texts, ...values, this.#byKeys(term)];
  }

  #byValues(column: string, values: readonly Value[]): Match[][] {
    const only = this.query.equals?.[column];
    const open = only === undefined ? values : values.filter((value) => value === only);
    const questions = open.length <= VALUES_ALONE_MAX ? open.map((value) => [value]) : [open];
    return questions.map((some) =>
      this.#along(valuesSource(this.shape, this.generation, this.query, this.query.sort, column, some)),
    );
  }

  #byKeys(term: SearchTerm): Match[] {
    if (term.keys.length === 0) return [];
    return this.#along({
      from: this.#table,
      where: both(term.keyCondition(), fixedConditions(this.shape, this.query, '+')),
    });
  }

  #byText(term: SearchTerm, asked: string | undefined): Match[] | undefined {
    if (asked === undefined) return undefined;
    const fixed = fixedSource(this.shape, this.generation, this.query, this.query.sort);
    if (this.#filterIsNarrower(asked, fixed))
      return this.#along({ ...fixed, where: both(fixed.where, term.textCondition()) });
    return this.#throughIndex(asked, term);
  }

  /** True when the filter matches fewer rows than the search text. */
  #filterIsNarrower(asked: string, fixed: Source): boolean {
    const { equals = {}, in: among = {}, within } = this.query;
    const { searchFilters, lists } = this.shape;
    const narrowing = Object.entries(equals).filter(
      ([name, value]) =>
        !searchFilters.includes(name) &&
        !lists.some(({ except }) => except?.column === name && except.is === value),
    );
    if (narrowing.length + Object.keys(among).length === 0 && within === undefined) return false;
    const index = quoted(indexName(this.shape, this.generation));
    const texts = { from: index, where: { conditions: [`${index} match ?`], cells: [asked] } };
    const holding = countUpTo(this.database, texts, COMPARED_MAX);
    return countUpTo(this.database, fixed, COMPARED_MAX) < holding;
  }

  #along({ from, where }: Source): Match[] {
    const order = `order by ${this.#at} desc, t.rid desc limit ${this.depth}`;
    return this.#matches(`select ${this.#columns} from ${from}${whereSql(where)} ${order}`, where.cells);
  }

  #throughIndex(asked: string, term: SearchTerm): Match[] | undefined {
    const lateness = latenessOf(this.database, this.shape, this.generation);
    if (lateness === undefined) return undefined;
    const { after, before } = this.#arrivedBetween(lateness);
    const found = this.#indexed(asked, term, after, before, this.depth);
    const last = found.at(-1);
    if (last === undefined || found.length < this.depth) return found;
    const oldest = found.reduce((least, { at }) => (at < least ? at : least), last.at);
    const none = Math.max(after, this.#lastBefore(oldest, lateness));
    if (last.rid - none > LATE_MAX) return undefined;
    const late = this.#indexed(asked, term, none, last.rid, LATE_MAX);
    return [...found, ...late.filter(({ at }) => at >= oldest)];
  }

  #arrivedBetween(lateness: number): { readonly after: number; readonly before: number } {
    const { range } = this.query;
    const ofMoments = range?.column === this.shape.arrivesBy ? range : undefined;
    const [from, to] = [ofMoments?.from, ofMoments?.to];
    const after = from === undefined ? 0 : this.#lastBefore(from, lateness);
    const began = to === undefined ? undefined : momentBegun(to);
    const later = began === undefined ? undefined : momentText(began + 1 + lateness);
    if (later === undefined) return { after, before: Number.MAX_SAFE_INTEGER };
    const sql = `select t.rid from ${this.#table} where ${this.#at} >= ? order by ${this.#at}, t.rid limit 1`;
    const [row] = this.database.prepare(sql).rows(later);
    return { after, before: Number(row?.[0] ?? Number.MAX_SAFE_INTEGER) };
  }

  #lastBefore(moment: string, lateness: number): number {
    const began = momentBegun(moment);
    const earlier = began === undefined ? undefined : momentText(began - lateness);
    if (earlier === undefined) return 0;
    const sql = `select t.rid from ${this.#table} where ${this.#at} < ? order by ${this.#at} desc, t.rid desc limit 1`;
    const [row] = this.database.prepare(sql).rows(earlier);
    return Number(row?.[0] ?? 0);
  }

  #indexed(asked: string, term: SearchTerm, after: number, before: number, limit: number): Match[] {
    const index = quoted(indexName(this.shape, this.generation));
    const where = both(
      {
        conditions: [`${index} match ?`, `${index}.rowid > ?`, `${index}.rowid < ?`],
        cells: [asked, BigInt(after), BigInt(before)],
      },
      fixedConditions(this.shape, this.query, '+'),
      term.textCondition(),
    );
    // `cross join` makes SQLite scan the substring index before the table.
    const from = `${index} cross join ${this.#table} on t.rid = ${index}.rowid`;
    const last = `order by ${index}.rowid desc limit ${limit}`;
    return this.#matches(`select ${this.#columns} from ${from}${whereSql(where)} ${last}`, where.cells);
  }

  #matches(sql: string, cells: readonly Cell[]): Match[] {
    return this.database
      .prepare(sql)
      .rows(...cells)
      .map(([rid, at, amount]) => ({ rid: Number(rid), at: String(at), amount: BigInt(amount ?? 0) }));
  }

  rows(matches: readonly Match[]): (readonly Cell[])[] {
    const sql = `select t.rid, ${columnList(this.shape)} from ${this.#table} where t.rid in (select value from json_each(?))`;
    const numbers = JSON.stringify(matches.map(({ rid }) => rid));
    const byNumber = new Map(
      this.database
        .prepare(sql)
        .rows(numbers)
        .map(([rid, ...cells]) => [Number(rid), cells]),
    );
    return matches.flatMap(({ rid }) => {
      const cells = byNumber.get(rid);
      return cells ? [cells] : [];
    });
  }
}
