import { Inject } from '@nestjs/common';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { READ_STORE, type ReadStore } from '../../infra/read-store/view.js';
import { lagosIso } from '../../services/contracts/fields/lagos-day.js';
import { nairaFromKobo } from '../../services/contracts/money.js';
import { SERVICE_NAMES, SERVICES } from '../../services/contracts/services.js';
import { type HistoryRow, historyView } from '../history/history.view.js';
import { idsOfReference } from '../history/history.query.js';
import { type ListPage, type ListQuestion, newestFirst } from '../list-page.js';
import { namedSo, typedAmounts } from '../typed-text.js';
import { type ExternalTransactionRow, externalTransactionsView } from './external-transactions.view.js';

/** Purchase in review. Amounts are in naira. Times are ISO 8601 with +01:00. */
export interface ExternalTransaction {
  readonly purchaseId: string;
  readonly userId: string;
  readonly reference: string;
  readonly service: string;
  readonly label: string;
  readonly vendor: number;
  /** Price that the customer paid. After a partial delivery, this is the price of the delivered part. */
  readonly price: number;
  readonly openedAt: string;
  readonly requiredAt: string;
  readonly why: string;
  readonly standing: ExternalTransactionRow['standing'];
  readonly decidedBy: string | null;
  readonly decidedAt: string | null;
  readonly reason: string | null;
  readonly after: ExternalTransactionRow['after'];
}

export async function externalPage(
  readStore: ReadStore,
  open: boolean,
  { orIn, ...question }: ListQuestion,
): Promise<ListPage<ExternalTransaction>> {
  const text = question.search ?? '';
  const means = {
    ...orIn,
    price: typedAmounts(text),
    service: namedSo(text, SERVICES, (service) => SERVICE_NAMES[service]),
  };
  const asked = { ...question, orIn: means };
  const page = await newestFirst(readStore, externalTransactionsView, { open }, asked, (row) => row);
  const ids = page.rows.map(({ purchase_id }) => purchase_id);
  const bought = await readStore.getMany(historyView, ids);
  return { ...page, rows: page.rows.map((row) => shown(row, bought.get(row.purchase_id))) };
}

const shown = (row: ExternalTransactionRow, bought: HistoryRow | undefined): ExternalTransaction => ({
  purchaseId: row.purchase_id,
  userId: row.user_id,
  reference: row.reference ?? bought?.reference ?? '',
  service: row.service ?? bought?.service ?? '',
  label: row.label ?? bought?.label ?? '',
  vendor: row.vendor ?? bought?.vendor ?? 0,
  // After a partial delivery, `bought.price` is the price of the delivered part. `row.price` is the price of
  // the whole order.
  price: nairaFromKobo(bought?.price ?? row.price ?? 0n),
  openedAt: lagosIso(row.opened_at ?? bought?.at ?? row.at),
  requiredAt: lagosIso(row.at),
  why: row.why,
  standing: row.standing,
  decidedBy: row.decided_by,
  decidedAt: row.decided_at && lagosIso(row.decided_at),
  reason: row.reason,
  after: row.after,
});

/** Finds the purchase id that belongs to a reference. Returns any other text unchanged. */
export async function purchaseIdOf(readStore: ReadStore, idOrReference: string): Promise<string> {
  const ids = idsOfReference(idOrReference);
  if (!ids) return idOrReference;
  const { rows } = await readStore.page(historyView, {
    range: { column: 'purchase_id', ...ids },
    sort: { column: 'purchase_id', direction: 'ascending' },
    skip: 0,
    limit: 1,
  });
  return rows[0]?.purchase_id ?? idOrReference;
}

export interface AskedUpTo {
  readonly reviewsUpTo: string;
  /** Log position of the newest review that the client knows. */
  readonly reviewsPosition?: number;
}

const BEYOND = 2n ** 53n;
const COUNTED_MAX = 1_000;

/** Compares log positions, because two reviews may have the same time and clocks may differ. */
export async function askedAfter(
  readStore: ReadStore,
  { reviewsUpTo, reviewsPosition }: AskedUpTo,
): Promise<AskedUpTo & { readonly reviews: number }> {
  const { rows } = await readStore.page(externalTransactionsView, {
    equals: { open: true },
    ...(reviewsPosition === undefined
      ? // `from` is inclusive, and `~` sorts after every character of a time.
        { range: { column: 'at', from: reviewsUpTo && `${reviewsUpTo}~` } }
      : {
          within: { column: 'asked_position', ranges: [{ from: BigInt(reviewsPosition) + 1n, to: BEYOND }] },
        }),
    sort: { column: 'asked_position', direction: 'descending' },
    skip: 0,
    limit: COUNTED_MAX,
  });
  const [last] = rows;
  if (!last) return { reviews: 0, reviewsUpTo, ...(reviewsPosition !== undefined && { reviewsPosition }) };
  return { reviews: rows.length, reviewsUpTo: last.at, reviewsPosition: Number(last.asked_position) };
}

export class ListExternalTransactions extends Query<ListPage<ExternalTransaction>> {
  constructor(
    readonly open: boolean,
    readonly question: ListQuestion,
  ) {
    super();
  }
}

@QueryHandler(ListExternalTransactions)
export class ListExternalTransactionsHandler implements IQueryHandler<ListExternalTransactions> {
  constructor(@Inject(READ_STORE) private readonly readStore: ReadStore) {}

  execute({ open, question }: ListExternalTransactions): Promise<ListPage<ExternalTransaction>> {
    return externalPage(this.readStore, open, question);
  }
}

export class ResolvePurchaseId extends Query<string> {
  constructor(readonly idOrReference: string) {
    super();
  }
}

@QueryHandler(ResolvePurchaseId)
export class ResolvePurchaseIdHandler implements IQueryHandler<ResolvePurchaseId> {
  constructor(@Inject(READ_STORE) private readonly readStore: ReadStore) {}

  execute({ idOrReference }: ResolvePurchaseId): Promise<string> {
    return purchaseIdOf(this.readStore, idOrReference);
  }
}
