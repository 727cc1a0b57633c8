import { Inject } from '@nestjs/common';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { READ_STORE, type ReadStore } from '../../infra/read-store/view.js';
import { type ListPage, type ListQuestion, newestFirst } from '../list-page.js';
import { type ApprovalRow, approvalsView } from './approvals.view.js';

/** Lists approval requests, newest first. `waiting` selects requests that are not decided yet. */
export class ListApprovals extends Query<ListPage<ApprovalRow>> {
  constructor(
    readonly waiting: boolean,
    readonly question: ListQuestion,
  ) {
    super();
  }
}

@QueryHandler(ListApprovals)
export class ListApprovalsHandler implements IQueryHandler<ListApprovals> {
  constructor(@Inject(READ_STORE) private readonly readStore: ReadStore) {}

  execute({ waiting, question }: ListApprovals): Promise<ListPage<ApprovalRow>> {
    const equals = waiting ? { standing: 'waiting' } : {};
    const orKeys = question.search === undefined ? undefined : [question.search];
    return newestFirst(this.readStore, approvalsView, equals, { ...question, orKeys }, (row) => row);
  }
}
