import { Inject } from '@nestjs/common';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { READ_STORE, type ReadStore } from '../../infra/read-store/view.js';
import type { CallInput } from '../../services/contracts/calls.js';
import { formatNaira, nairaFromKobo } from '../../services/contracts/money.js';
import { type Service, type TransactionStatus } from '../../services/contracts/services.js';
import { type NetworkCode, NETWORKS } from '../../services/contracts/fields/codes.js';
import {
  type ReceiptFact,
  type TransactionDetails,
  type TransactionRow,
  forwardSteps,
} from '../../services/contracts/history.contract.js';
import { lagosIso } from '../../services/contracts/fields/lagos-day.js';
import {
  allRows,
  type AllRows,
  type ListPage,
  type ListQuestion,
  newestFirst,
  questionOf,
} from '../list-page.js';
import { problemsOf } from '../problem-reports/problem-reports.query.js';
import { type HistoryRow, historyView } from './history.view.js';

function shownRow(row: HistoryRow): TransactionRow {
  return {
    transaction_history_date: lagosIso(row.at),
    api_transaction_reference: row.reference,
    service: row.service,
    amount: nairaFromKobo(row.price),
    wallet_balance: nairaFromKobo(row.balance_after_return ?? row.wallet_balance),
    product: row.label,
    phone_number: row.recipient ?? '',
    transaction_status: row.status,
    status: row.status,
    ...(row.token_pin !== null && { token_pin: row.token_pin }),
  };
}

function shownDetails(row: HistoryRow): TransactionDetails {
  const network = row.network === null ? undefined : NETWORKS[row.network as NetworkCode];
  return {
    ...shownRow(row),
    facts: [...(row.order_facts ?? []), ...(row.delivery_facts ?? []), ...moneyFacts(row)],
    ...(network !== undefined && { network }),
    face_value: nairaFromKobo(row.amount),
    price: nairaFromKobo(row.price),
    discount: nairaFromKobo(row.discount),
    balance_after_purchase: nairaFromKobo(row.wallet_balance),
    ...(row.balance_after_return !== null && {
      balance_after_return: nairaFromKobo(row.balance_after_return),
    }),
    steps: forwardSteps(row.steps).map(({ step, at }) => ({ step, at: lagosIso(at) })),
  };
}

function moneyFacts({ fee, part, refunded }: HistoryRow): ReceiptFact[] {
  return [
    ...(fee > 0n ? [{ label: 'Fee', value: formatNaira(fee) }] : []),
    ...(part === null ? [] : [{ label: 'Delivered', value: part }]),
    ...(refunded > 0n ? [{ label: 'Given back', value: formatNaira(refunded) }] : []),
  ];
}

export interface HistoryQuestion extends ListQuestion {
  readonly readStore: ReadStore;
  readonly userId: string;
  /** Absent for all services. */
  readonly service?: Service | undefined;
  readonly status?: TransactionStatus | undefined;
}

export function historyPage({
  readStore,
  userId,
  service,
  status,
  ...question
}: HistoryQuestion): Promise<ListPage<TransactionRow>> {
  const equals = {
    user_id: userId,
    ...(service !== undefined && { service }),
    ...(status !== undefined && { status }),
  };
  return newestFirst(readStore, historyView, equals, question, shownRow);
}

interface ReferenceQuestion {
  readonly readStore: ReadStore;
  readonly userId: string;
  readonly reference: string;
}

export async function transactionByReference(
  question: ReferenceQuestion,
): Promise<TransactionDetails | undefined> {
  const own = await rowByReference(question);
  if (!own) return undefined;
  const problem = (await problemsOf(question.readStore, [own.purchase_id], true)).get(own.purchase_id);
  return { ...shownDetails(own), ...(problem && { problem }) };
}

export const purchaseIdByReference = async (question: ReferenceQuestion): Promise<string | undefined> =>
  (await rowByReference(question))?.purchase_id;

async function rowByReference({
  readStore,
  userId,
  reference,
}: ReferenceQuestion): Promise<HistoryRow | undefined> {
  const ids = idsOfReference(reference);
  const { rows } = await readStore.page(historyView, {
    ...(ids
      ? { equals: { reference }, range: { column: 'purchase_id', ...ids } }
      : { equals: { user_id: userId, reference } }),
    sort: { column: 'at', direction: 'descending' },
    skip: 0,
    limit: 2,
  });
  return rows.find((row) => row.user_id === userId);
}

/** `NL` and the first 80 bits of the purchase id in Crockford's base 32. */
const REFERENCE = /^NL[0-9A-HJKMNP-TV-Z]{16}$/;
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/**
 * Returns the range of purchase ids that begin with the 80 bits in this reference. The column `reference`
 * therefore needs no index.
 */
export function idsOfReference(reference: string): { from: string; to: string } | undefined {
  if (!REFERENCE.test(reference)) return undefined;
  let bits = 0n;
  for (const digit of reference.slice(2)) bits = (bits << 5n) | BigInt(ALPHABET.indexOf(digit));
  const hex = bits.toString(16).padStart(20, '0');
  const start = hex.replace(/^(.{8})(.{4})(.{4})(.{4})$/, '$1-$2-$3-$4');
  return { from: `${start}-`, to: `${start}.` };
}

export class ListHistory extends Query<ListPage<TransactionRow>> {
  constructor(
    readonly userId: string,
    readonly list: CallInput<'airtimeTransactions'>,
    /** undefined for all services. */
    readonly service: Service | undefined,
  ) {
    super();
  }
}

@QueryHandler(ListHistory)
export class ListHistoryHandler implements IQueryHandler<ListHistory> {
  constructor(@Inject(READ_STORE) private readonly readStore: ReadStore) {}

  execute({ userId, list, service }: ListHistory): Promise<ListPage<TransactionRow>> {
    const { readStore } = this;
    const status = list.status ?? undefined;
    return historyPage({ readStore, userId, service, status, ...questionOf(list) });
  }
}

export class ExportHistory extends Query<AllRows<TransactionRow>> {
  constructor(readonly userId: string) {
    super();
  }
}

@QueryHandler(ExportHistory)
export class ExportHistoryHandler implements IQueryHandler<ExportHistory> {
  constructor(@Inject(READ_STORE) private readonly readStore: ReadStore) {}

  execute({ userId }: ExportHistory): Promise<AllRows<TransactionRow>> {
    return allRows(this.readStore, historyView, userId, shownRow);
  }
}

export class FindTransaction extends Query<TransactionDetails | undefined> {
  constructor(
    readonly userId: string,
    readonly reference: string,
  ) {
    super();
  }
}

@QueryHandler(FindTransaction)
export class FindTransactionHandler implements IQueryHandler<FindTransaction> {
  constructor(@Inject(READ_STORE) private readonly readStore: ReadStore) {}

  execute({ userId, reference }: FindTransaction): Promise<TransactionDetails | undefined> {
    return transactionByReference({ readStore: this.readStore, userId, reference });
  }
}

export class FindPurchaseId extends Query<string | undefined> {
  constructor(
    readonly userId: string,
    readonly reference: string,
  ) {
    super();
  }
}

@QueryHandler(FindPurchaseId)
export class FindPurchaseIdHandler implements IQueryHandler<FindPurchaseId> {
  constructor(@Inject(READ_STORE) private readonly readStore: ReadStore) {}

  execute({ userId, reference }: FindPurchaseId): Promise<string | undefined> {
    return purchaseIdByReference({ readStore: this.readStore, userId, reference });
  }
}

export class FindBuyer extends Query<string | undefined> {
  constructor(readonly purchaseId: string) {
    super();
  }
}

@QueryHandler(FindBuyer)
export class FindBuyerHandler implements IQueryHandler<FindBuyer> {
  constructor(@Inject(READ_STORE) private readonly readStore: ReadStore) {}

  async execute({ purchaseId }: FindBuyer): Promise<string | undefined> {
    const found = await this.readStore.getMany(historyView, [purchaseId]);
    return found.get(purchaseId)?.user_id;
  }
}
