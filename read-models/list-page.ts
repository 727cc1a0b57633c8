import type { ReadStore, Row, View } from '../infra/read-store/view.js';
import { lagosDays } from './lagos-time.js';

/** Without a page, a list answers this many of the newest rows. */
const UNPAGED_ROWS = 1_000;

/** How a person looks at a list. `from` and `to` are Lagos days (yyyy-MM-dd), both included. */
export interface ListQuestion {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly search?: string | undefined;
  /** 1 for the first; absent for the newest 1,000. */
  readonly page?: number | undefined;
  readonly pageSize?: number | undefined;
}

export interface ListPage<Shown> {
  readonly rows: readonly Shown[];
  /** Exact up to 10,000. */
  readonly total: number;
  readonly totalCapped: boolean;
  /** True when rows were left out because no page was asked for. */
  readonly truncated: boolean;
}

/** Newest first, by the column `at`. */
export async function newestFirst<R extends Row, Shown>(
  readStore: ReadStore,
  view: View<R>,
  equals: Readonly<Record<string, string>>,
  question: ListQuestion,
  show: (row: R) => Shown,
): Promise<ListPage<Shown>> {
  const { from, to, search, page, pageSize = 10 } = question;
  const limit = page === undefined ? UNPAGED_ROWS : pageSize;
  const skip = page === undefined ? 0 : (page - 1) * pageSize;
  const found = await readStore.page(view, {
    equals,
    range: { column: 'at', ...lagosDays(from, to) },
    ...(search !== undefined && { search }),
    sort: { column: 'at', direction: 'descending' },
    skip,
    limit,
  });
  const { total, totalCapped } = found;
  return {
    rows: found.rows.map(show),
    total,
    totalCapped,
    truncated: page === undefined && (totalCapped || total > limit),
  };
}
