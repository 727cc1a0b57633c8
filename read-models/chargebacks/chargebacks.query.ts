import { Inject } from '@nestjs/common';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { READ_STORE, type ReadStore } from '../../infra/read-store/view.js';
import {
  listPart,
  type ListPage,
  type ListPart,
  type ListPosition,
  type ListQuestion,
  newestFirst,
} from '../list-page.js';
import { type ChargebackRow, chargebacksView } from './chargebacks.view.js';

export type ChargebacksQuestion = ListQuestion & {
  readonly standing?: ChargebackRow['standing'] | undefined;
  readonly userId?: string | undefined;
};

const equalsOf = ({ standing, userId }: ChargebacksQuestion): Record<string, string> => ({
  ...(standing !== undefined && { standing }),
  ...(userId !== undefined && { user_id: userId }),
});

const whole = (row: ChargebackRow): ChargebackRow => row;

export class ListChargebacks extends Query<ListPage<ChargebackRow>> {
  constructor(readonly question: ChargebacksQuestion) {
    super();
  }
}

@QueryHandler(ListChargebacks)
export class ListChargebacksHandler implements IQueryHandler<ListChargebacks> {
  constructor(@Inject(READ_STORE) private readonly readStore: ReadStore) {}

  execute({ question }: ListChargebacks): Promise<ListPage<ChargebackRow>> {
    return newestFirst(this.readStore, chargebacksView, equalsOf(question), question, whole);
  }
}

export class ReadChargebacks extends Query<ListPart<ChargebackRow>> {
  constructor(
    readonly question: ChargebacksQuestion,
    readonly after: ListPosition | undefined,
  ) {
    super();
  }
}

@QueryHandler(ReadChargebacks)
export class ReadChargebacksHandler implements IQueryHandler<ReadChargebacks> {
  constructor(@Inject(READ_STORE) private readonly readStore: ReadStore) {}

  execute({ question, after }: ReadChargebacks): Promise<ListPart<ChargebackRow>> {
    return listPart(this.readStore, chargebacksView, equalsOf(question), question, after, whole);
  }
}
