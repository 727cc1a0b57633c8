import { Inject } from '@nestjs/common';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { READ_STORE, type ReadStore } from '../../infra/read-store/view.js';
import { maskedWords } from '../../services/contracts/admin/mask.js';
import { lagosIso } from '../../services/contracts/fields/lagos-day.js';
import type { ReportedRow } from '../../services/contracts/admin/problem-reports.contract.js';
import type { ProblemReport } from '../../services/contracts/fields/problems.js';
import { nairaFromKobo } from '../../services/contracts/money.js';
import { historyView } from '../history/history.view.js';
import { allRows, type AllRows, type ListPage, type ListQuestion, newestFirst } from '../list-page.js';
import { type ProblemReportRow, problemReportsView } from './problem-reports.view.js';

const shown = ({ problem, words, about, at }: ProblemReportRow, unmasked: boolean): ProblemReport => ({
  problem,
  words: unmasked ? (words ?? '') : maskedWords(words ?? ''),
  transaction_status: about,
  reported_at: lagosIso(at),
});

export async function problemsOf(
  readStore: ReadStore,
  purchaseIds: readonly string[],
  unmasked: boolean,
): Promise<ReadonlyMap<string, ProblemReport>> {
  const rows = await readStore.getMany(problemReportsView, purchaseIds);
  return new Map(Array.from(rows, ([purchaseId, row]) => [purchaseId, shown(row, unmasked)]));
}

export interface ReportedPurchase extends ProblemReport {
  readonly id: string;
  readonly reference: string;
}

interface ReportsQuestion {
  readonly readStore: ReadStore;
  readonly userId: string;
  readonly unmasked: boolean;
}

const reported = (row: ProblemReportRow, unmasked: boolean): ReportedPurchase => ({
  id: row.purchase_id,
  reference: row.reference,
  ...shown(row, unmasked),
});

export const newestReports = async (
  { readStore, userId, unmasked }: ReportsQuestion,
  most: number,
): Promise<readonly ReportedPurchase[]> => {
  const newest = { page: 1, pageSize: most };
  const of = { user_id: userId };
  return (await newestFirst(readStore, problemReportsView, of, newest, (row) => reported(row, unmasked)))
    .rows;
};

export class ExportProblems extends Query<AllRows<ReportedPurchase>> {
  constructor(readonly userId: string) {
    super();
  }
}

@QueryHandler(ExportProblems)
export class ExportProblemsHandler implements IQueryHandler<ExportProblems> {
  constructor(@Inject(READ_STORE) private readonly readStore: ReadStore) {}

  execute({ userId }: ExportProblems): Promise<AllRows<ReportedPurchase>> {
    return allRows(this.readStore, problemReportsView, userId, (row) => reported(row, true));
  }
}

type FoundReport = Omit<ReportedRow, 'user_email'>;

export class ListProblems extends Query<ListPage<FoundReport>> {
  constructor(readonly question: ListQuestion & { readonly unmasked: boolean }) {
    super();
  }
}

@QueryHandler(ListProblems)
export class ListProblemsHandler implements IQueryHandler<ListProblems> {
  constructor(@Inject(READ_STORE) private readonly readStore: ReadStore) {}

  async execute({ question: { unmasked, ...question } }: ListProblems): Promise<ListPage<FoundReport>> {
    const page = await newestFirst(this.readStore, problemReportsView, {}, question, (row) => row);
    const ids = page.rows.map(({ purchase_id }) => purchase_id);
    const bought = await this.readStore.getMany(historyView, ids);
    const rows = page.rows.map((row): FoundReport => {
      const purchase = bought.get(row.purchase_id);
      return {
        ...shown(row, unmasked),
        id: row.purchase_id,
        api_transaction_reference: row.reference,
        service: purchase?.service ?? '',
        product: purchase?.label ?? '',
        amount: nairaFromKobo(purchase?.price ?? 0n),
        status_now: purchase?.status ?? row.about,
        user_id: row.user_id,
      };
    });
    return { ...page, rows };
  }
}

export class FindProblems extends Query<ReadonlyMap<string, ProblemReport>> {
  constructor(
    readonly purchaseIds: readonly string[],
    readonly unmasked: boolean,
  ) {
    super();
  }
}

@QueryHandler(FindProblems)
export class FindProblemsHandler implements IQueryHandler<FindProblems> {
  constructor(@Inject(READ_STORE) private readonly readStore: ReadStore) {}

  execute({ purchaseIds, unmasked }: FindProblems): Promise<ReadonlyMap<string, ProblemReport>> {
    return problemsOf(this.readStore, purchaseIds, unmasked);
  }
}

export class ListNewestProblems extends Query<readonly ReportedPurchase[]> {
  constructor(
    readonly userId: string,
    readonly unmasked: boolean,
    readonly most: number,
  ) {
    super();
  }
}

@QueryHandler(ListNewestProblems)
export class ListNewestProblemsHandler implements IQueryHandler<ListNewestProblems> {
  constructor(@Inject(READ_STORE) private readonly readStore: ReadStore) {}

  execute({ userId, unmasked, most }: ListNewestProblems): Promise<readonly ReportedPurchase[]> {
    return newestReports({ readStore: this.readStore, userId, unmasked }, most);
  }
}
