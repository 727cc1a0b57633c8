import type { Filter, ReadStore, Row, View } from '../infra/read-store/view.js';
import type { CallInput } from '../services/contracts/calls.js';
import { lagosDays } from '../services/contracts/fields/lagos-day.js';

/** Without a page, a list answers this many of the newest rows. */
export const UNPAGED_ROWS = 1_000;

/** How a person looks at a list. `from` and `to` are Lagos days (yyyy-MM-dd), both included. */
export interface ListQuestion {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly search?: string | undefined;
  /** Of the searchable columns; all unless said. */
  readonly searchIn?: readonly string[] | undefined;
  /** Keys of rows that the text means though no column of theirs holds it. */
  readonly orKeys?: readonly string[] | undefined;
  /** Columns of rows that the text means though no searched column of theirs holds it, each with what it is in these. */
  readonly orIn?: Filter['orIn'];
  /** 1 for the first; absent for the newest 1,000. */
  readonly page?: number | undefined;
  readonly pageSize?: number | undefined;
  /** Column of kobo that is added up over all rows that match. */
  readonly sumOf?: string | undefined;
}

export interface ListPage<Shown> {
  readonly rows: readonly Shown[];
  /** Exact up to 10,000. */
  readonly total: number;
  readonly totalCapped: boolean;
  /** True when rows were left out because no page was asked for. */
  readonly truncated: boolean;
  /** Kobo of all rows that match, or of the newest 10,000 where there are more; undefined where it was not asked for. */
  readonly sum?: bigint | undefined;
}

/** Newest first, by the column `at`. */
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

/** What the contract's body of a list asks. Dates count only in a query of type 2, as in the old contract. */
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

/** Rows of a list before a moment: how the next part of a long one is asked for. */
export interface ListPart<Shown> extends ListPage<Shown> {
  /** Where the next part begins; undefined after the last. */
  readonly next: ListPosition | undefined;
}

/** A place in a list that is sorted by its column `at`. */
export interface ListPosition {
  /** Of the last row that was read, as in the row. */
  readonly at: string;
  /** So many rows of that very moment were read. */
  readonly seen: number;
}

/**
 * A part of a list, newest first, after a position. Looked up by the moment itself, so that the last part of a list of
 * millions costs what the first does, and rows that arrive meanwhile move nothing.
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
    // Half-open: what follows the moment in order comes after all rows of that moment.
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
/** More than any person has; a reseller's books are what statements are for. */
const EXPORT_ROWS_MAX = 20_000;

export interface AllRows<Shown> {
  readonly rows: readonly Shown[];
  /** True when there are older ones that did not fit. */
  readonly truncated: boolean;
}

/** All rows of a person's list, newest first: part by part, so that no query is large and a row that arrives meanwhile makes no other appear twice. */
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
