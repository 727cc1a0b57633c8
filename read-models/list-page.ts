import type { Filter, ReadStore, Row, View } from '../infra/read-store/view.js';
import type { CallInput } from '../services/contracts/calls.js';
import { lagosDays } from '../services/contracts/fields/lagos-day.js';

export const UNPAGED_ROWS = 1_000;

/** Filters of a list. `from` and `to` are Lagos days (yyyy-MM-dd). Both days are included. */
export interface ListQuestion {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly search?: string | undefined;
  readonly searchIn?: readonly string[] | undefined;
  readonly orKeys?: readonly string[] | undefined;
  readonly orIn?: Filter['orIn'];
  /**
   * Number of the page, counted from 1. Without a number, the list contains the newest `UNPAGED_ROWS` rows.
   */
  readonly page?: number | undefined;
  readonly pageSize?: number | undefined;
  /** Name of the kobo column to add up over all matching rows. */
  readonly sumOf?: string | undefined;
}

export interface ListPage<Shown> {
  readonly rows: readonly Shown[];
  /** Number of matching rows, exact up to 10,000. */
  readonly total: number;
  readonly totalCapped: boolean;
  /** True when more than `UNPAGED_ROWS` rows matched. */
  readonly truncated: boolean;
  /** Kobo of all matching rows, or of the newest 10,000 rows. Undefined without `sumOf`. */
  readonly sum?: bigint | undefined;
}

/** Reads `at` of the oldest matching row, in Unix ms. Null when no row matches. */
export async function oldestAt(
  readStore: Pick<ReadStore, 'page'>,
  view: View<Row & { readonly at: string }>,
  equals: NonNullable<Filter['equals']>,
): Promise<number | null> {
  const sort = { column: 'at', direction: 'ascending' } as const;
  const { rows } = await readStore.page(view, { equals, sort, skip: 0, limit: 1 });
  return rows[0] ? Date.parse(rows[0].at) : null;
}

export async function newestFirst<R extends Row, Shown>(
  readStore: ReadStore,
  view: View<R>,
  equals: Readonly<Record<string, string | boolean>>,
  question: ListQuestion,
  show: (row: R) => Shown,
): Promise<ListPage<Shown>> {
  const { from, to, search, searchIn, orKeys, orIn, page, pageSize = 10, sumOf } = question;
  const limit = page === undefined ? UNPAGED_ROWS : pageSize;
  const skip = page === undefined ? 0 : (page - 1) * pageSize;
  const found = await readStore.page(view, {
    equals,
    range: { column: 'at', ...lagosDays(from, to) },
    ...(search !== undefined && { search }),
    ...(searchIn !== undefined && { searchIn }),
    ...(orKeys !== undefined && { orKeys }),
    ...(orIn !== undefined && { orIn }),
    sort: { column: 'at', direction: 'descending' },
    skip,
    limit,
    ...(sumOf !== undefined && { sum: sumOf }),
  });
  const { total, totalCapped, sum } = found;
  return {
    rows: found.rows.map(show),
    total,
    totalCapped,
    truncated: page === undefined && (totalCapped || total > limit),
    sum,
  };
}

/**
 * Translates a list request of the API. With `query_type` 2, dates limit the list. Otherwise the dates are
 * ignored.
 */
export function questionOf(list: CallInput<'fundings'>): ListQuestion {
  const dated = list.query_type === 2;
  const search = list.search?.trim();
  return {
    from: dated ? list.custom_start_date : undefined,
    to: dated ? list.custom_end_date : undefined,
    search: search === '' ? undefined : search,
    page: list.page,
    pageSize: list.page_size,
  };
}

export interface ListPart<Shown> extends ListPage<Shown> {
  readonly next: ListPosition | undefined;
}

export interface ListPosition {
  readonly at: string;
  readonly seen: number;
}

/**
 * Reads the part of an export that follows `after`. New rows do not shift later parts, and later parts are not
 * slower.
 */
export async function listPart<R extends Row & { readonly at: string }, Shown>(
  readStore: ReadStore,
  view: View<R>,
  equals: Readonly<Record<string, string | boolean>>,
  { from, to, search, searchIn, orIn }: ListQuestion,
  after: ListPosition | undefined,
  show: (row: R) => Shown,
): Promise<ListPart<Shown>> {
  const range = lagosDays(from, to);
  const found = await readStore.page(view, {
    equals,
    // With the space, the exclusive `to` includes rows of exactly `after.at`.
    range: { column: 'at', ...range, ...(after && { to: `${after.at} ` }) },
    ...(search !== undefined && { search }),
    ...(searchIn !== undefined && { searchIn }),
    ...(orIn !== undefined && { orIn }),
    sort: { column: 'at', direction: 'descending' },
    skip: after?.seen ?? 0,
    limit: EXPORT_PAGE_SIZE,
  });
  const { rows, total, totalCapped } = found;
  const at = rows.at(-1)?.at;
  const ofLast = rows.filter((row) => row.at === at).length;
  const whole = rows.length < EXPORT_PAGE_SIZE || at === undefined;
  return {
    rows: rows.map(show),
    total,
    totalCapped,
    truncated: false,
    next: whole ? undefined : { at, seen: ofLast + (after?.at === at ? after.seen : 0) },
  };
}

const EXPORT_PAGE_SIZE = 1_000;
const EXPORT_ROWS_MAX = 20_000;

export interface AllRows<Shown> {
  readonly rows: readonly Shown[];
  readonly truncated: boolean;
}

/**
 * Reads all rows in parts. No query is large, and rows that are added during the read cause no duplicates.
 */
export async function allRows<R extends Row & { readonly at: string }, Shown>(
  readStore: ReadStore,
  view: View<R>,
  userId: string,
  show: (row: R) => Shown,
  rowsMax = EXPORT_ROWS_MAX,
): Promise<AllRows<Shown>> {
  const all: Shown[] = [];
  let after: ListPosition | undefined;
  do {
    const { rows, next } = await listPart(readStore, view, { user_id: userId }, {}, after, show);
    all.push(...rows);
    after = next;
  } while (after && all.length < rowsMax);
  return { rows: all.slice(0, rowsMax), truncated: after !== undefined || all.length > rowsMax };
}
