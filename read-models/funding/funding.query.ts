import { Inject } from '@nestjs/common';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { READ_STORE, type ReadStore } from '../../infra/read-store/view.js';
import type { CallInput } from '../../services/contracts/calls.js';
import type { AdminFundingRow } from '../../services/contracts/admin/admin-histories.contract.js';
import type { FundingRow } from '../../services/contracts/funding.contract.js';
import { nairaFromKobo } from '../../services/contracts/money.js';
import { lagosIso } from '../../services/contracts/fields/lagos-day.js';
import {
  allRows,
  type AllRows,
  listPart,
  type ListPage,
  type ListPart,
  type ListPosition,
  type ListQuestion,
  newestFirst,
  questionOf,
} from '../list-page.js';
import { typedAmounts } from '../typed-text.js';
import { type FundingViewRow, fundingView } from './funding.view.js';

const shownRow = (row: FundingViewRow): FundingRow => ({
  id: row.id,
  funding_refrence: row.reference,
  funding_source: row.source,
  amount_funded: nairaFromKobo(row.credited),
  wallet_before_funding: nairaFromKobo(row.wallet_before),
  wallet_after_funding: nairaFromKobo(row.wallet_after),
  funding_date: lagosIso(row.at),
});

export interface FundingQuestion extends ListQuestion {
  readonly readStore: ReadStore;
  readonly userId: string;
}

export const fundingPage = ({
  readStore,
  userId,
  ...question
}: FundingQuestion): Promise<ListPage<FundingRow>> =>
  newestFirst(readStore, fundingView, { user_id: userId }, question, shownRow);

export class ListFundings extends Query<ListPage<FundingRow>> {
  constructor(
    readonly userId: string,
    readonly list: CallInput<'fundings'>,
  ) {
    super();
  }
}

@QueryHandler(ListFundings)
export class ListFundingsHandler implements IQueryHandler<ListFundings> {
  constructor(@Inject(READ_STORE) private readonly readStore: ReadStore) {}

  execute({ userId, list }: ListFundings): Promise<ListPage<FundingRow>> {
    return fundingPage({ readStore: this.readStore, userId, ...questionOf(list) });
  }
}

export class ExportFundings extends Query<AllRows<FundingRow>> {
  constructor(readonly userId: string) {
    super();
  }
}

@QueryHandler(ExportFundings)
export class ExportFundingsHandler implements IQueryHandler<ExportFundings> {
  constructor(@Inject(READ_STORE) private readonly readStore: ReadStore) {}

  execute({ userId }: ExportFundings): Promise<AllRows<FundingRow>> {
    return allRows(this.readStore, fundingView, userId, shownRow);
  }
}

export type AllFundingsQuestion = ListQuestion & { readonly userId?: string | undefined };
export type FoundFunding = Omit<AdminFundingRow, 'user_email'>;

export class ListAllFundings extends Query<ListPage<FoundFunding>> {
  constructor(readonly question: AllFundingsQuestion) {
    super();
  }
}

@QueryHandler(ListAllFundings)
export class ListAllFundingsHandler implements IQueryHandler<ListAllFundings> {
  constructor(@Inject(READ_STORE) private readonly readStore: ReadStore) {}

  execute({ question }: ListAllFundings): Promise<ListPage<FoundFunding>> {
    const { equals, asked } = filterOf(question);
    return newestFirst(this.readStore, fundingView, equals, { ...asked, sumOf: 'credited' }, foundFunding);
  }
}

function filterOf({ userId, orIn, ...rest }: AllFundingsQuestion) {
  const amounts = typedAmounts(rest.search ?? '');
  const credited = amounts.flatMap((amount) => (amount === 0n ? [amount] : [amount, -amount]));
  return {
    equals: userId === undefined ? {} : { user_id: userId },
    asked: { ...rest, orIn: { ...orIn, credited } },
  };
}

const foundFunding = (row: FundingViewRow): FoundFunding => ({
  ...shownRow(row),
  status: 'Successful',
  user: row.user_id,
});

export class ReadAllFundings extends Query<ListPart<FoundFunding>> {
  constructor(
    readonly question: AllFundingsQuestion,
    readonly after: ListPosition | undefined,
  ) {
    super();
  }
}

@QueryHandler(ReadAllFundings)
export class ReadAllFundingsHandler implements IQueryHandler<ReadAllFundings> {
  constructor(@Inject(READ_STORE) private readonly readStore: ReadStore) {}

  execute({ question, after }: ReadAllFundings): Promise<ListPart<FoundFunding>> {
    const { equals, asked } = filterOf(question);
    return listPart(this.readStore, fundingView, equals, asked, after, foundFunding);
  }
}
