import { Inject } from '@nestjs/common';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import {
  type PageQuery,
  READ_STORE,
  type ReadStore,
  type Row,
  type View,
} from '../../infra/read-store/view.js';
import type { CallInput } from '../../services/contracts/calls.js';
import { lagosDays, lagosIso } from '../../services/contracts/fields/lagos-day.js';
import { type Kobo, nairaFromKobo } from '../../services/contracts/money.js';
import type { WalletMovement } from '../../services/contracts/history.contract.js';
import { type NetworkCode, NETWORKS } from '../../services/contracts/fields/codes.js';
import { type FundingViewRow, fundingView } from '../funding/funding.view.js';
import { type HistoryRow, historyView } from '../history/history.view.js';
import { type ListPage, questionOf, UNPAGED_ROWS } from '../list-page.js';
import { mergedPage, type ReadPart } from './merged-page.js';
import { type MovementRow, movementsView, returnId, RETURNS } from './movements.view.js';

/**
 * Movement of money. Amounts are in kobo and times are in UTC. `purchaseId` names the purchase whose money
 * was returned.
 */
interface Movement extends Omit<WalletMovement, 'amount' | 'balance'> {
  readonly amount: Kobo;
  readonly balance: Kobo;
  readonly purchaseId?: string | null;
}

const ofPurchase = (row: HistoryRow): Movement => ({
  id: row.purchase_id,
  kind: 'purchase',
  ...boughtFacts(row),
  amount: -(row.price + row.refunded),
  balance: row.wallet_balance,
  status: row.status,
  at: row.at,
});

const boughtFacts = ({ reference, service, label, recipient, network }: HistoryRow) => ({
  reference,
  service,
  title: label,
  recipient: recipient ?? '',
  ...(network !== null && { network: NETWORKS[network as NetworkCode] }),
});

const ofFunding = (row: FundingViewRow): Movement => ({
  id: row.id,
  kind: 'funding',
  reference: row.reference,
  service: '',
  title: row.source,
  recipient: '',
  amount: row.credited,
  balance: row.wallet_after,
  status: 'Successful',
  at: row.at,
});

const ofOther = ({ user_id: _, purchase_id: purchaseId, ...row }: MovementRow): Movement => ({
  ...row,
  purchaseId,
  reference: '',
  recipient: '',
});

const SEARCHED_PURCHASES = 1_000;

export class ListMovements extends Query<ListPage<WalletMovement>> {
  constructor(
    readonly userId: string,
    readonly list: CallInput<'walletMovements'>,
  ) {
    super();
  }
}

@QueryHandler(ListMovements)
export class ListMovementsHandler implements IQueryHandler<ListMovements> {
  constructor(@Inject(READ_STORE) private readonly readStore: ReadStore) {}

  async execute({ userId, list }: ListMovements): Promise<ListPage<WalletMovement>> {
    const { from, to, search, page, pageSize = 10 } = questionOf(list);
    const limit = page === undefined ? UNPAGED_ROWS : pageSize;
    const ofUser = { user_id: userId };
    const narrowed = {
      ...ofUser,
      ...(list.service && { service: list.service }),
      ...(list.status && { status: list.status }),
    };
    const range = { column: 'at', ...lagosDays(from, to) };
    const searched = search === undefined ? {} : { search };
    const orKeys = search === undefined ? [] : await this.returnsOf(userId, search);
    const payments = !list.service && (!list.status || list.status === 'Successful');
    const found = await mergedPage(
      [
        this.part(historyView, { equals: narrowed, range, ...searched }, ofPurchase),
        this.part(movementsView, { equals: narrowed, range, ...searched, orKeys }, ofOther),
        ...(payments ? [this.part(fundingView, { equals: ofUser, range, ...searched }, ofFunding)] : []),
      ],
      page === undefined ? 0 : (page - 1) * pageSize,
      limit,
    );
    const { rows, total, totalCapped } = found;
    return {
      rows: await this.shown(rows),
      total,
      totalCapped,
      truncated: page === undefined && (totalCapped || total > limit),
    };
  }

  private part<R extends Row>(
    view: View<R>,
    filter: Omit<PageQuery, 'sort' | 'skip' | 'limit'>,
    movementOf: (row: R) => Movement,
  ): ReadPart<Movement> {
    return async (skip, limit) => {
      const sort = { column: 'at', direction: 'descending' } as const;
      const { rows, ...counted } = await this.readStore.page(view, { ...filter, sort, skip, limit });
      return { rows: rows.map(movementOf), ...counted };
    };
  }

  /**
   * Searches the purchases whose money was returned. Returns the keys that these returns may have in
   * `movementsView`.
   */
  private async returnsOf(userId: string, search: string): Promise<string[]> {
    const { rows } = await this.readStore.page(historyView, {
      equals: { user_id: userId },
      search,
      sort: { column: 'at', direction: 'descending' },
      skip: 0,
      limit: SEARCHED_PURCHASES,
    });
    return rows
      .filter((row) => row.balance_after_return !== null)
      .flatMap((row) => RETURNS.map((how) => returnId(row.purchase_id, how)));
  }

  private async shown(rows: readonly Movement[]): Promise<WalletMovement[]> {
    const ids = rows.flatMap(({ purchaseId }) => purchaseId ?? []);
    const purchases = ids.length === 0 ? undefined : await this.readStore.getMany(historyView, ids);
    return rows.map(({ purchaseId, ...row }) => {
      const purchase = purchaseId ? purchases?.get(purchaseId) : undefined;
      return {
        ...row,
        ...(purchase && boughtFacts(purchase)),
        amount: nairaFromKobo(row.amount),
        balance: nairaFromKobo(row.balance),
        at: lagosIso(row.at),
      };
    });
  }
}
