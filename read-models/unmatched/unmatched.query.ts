import { Inject } from '@nestjs/common';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { READ_STORE, type ReadStore } from '../../infra/read-store/view.js';
import { type ListPage, type ListQuestion, newestFirst, oldestAt } from '../list-page.js';
import { type UnmatchedRow, unmatchedView } from './unmatched.view.js';

/** Lists payments without a known owner, newest first. `open` selects payments that are not decided yet. */
export class ListUnmatched extends Query<ListPage<UnmatchedRow>> {
  constructor(
    readonly open: boolean,
    readonly question: ListQuestion,
  ) {
    super();
  }
}

@QueryHandler(ListUnmatched)
export class ListUnmatchedHandler implements IQueryHandler<ListUnmatched> {
  constructor(@Inject(READ_STORE) private readonly readStore: ReadStore) {}

  execute({ open, question }: ListUnmatched): Promise<ListPage<UnmatchedRow>> {
    const equals = open ? { standing: 'open' } : {};
    return newestFirst(this.readStore, unmatchedView, equals, question, (row) => row);
  }
}

/**
 * Unix ms since which the oldest payment of uncertain amount (`unread`) waits. Null when no such payment waits.
 */
export const oldestUnread = (readStore: Pick<ReadStore, 'page'>): Promise<number | null> =>
  oldestAt(readStore, unmatchedView, { unread: true });
