import type { ReadStore } from '../../infra/read-store/view.js';
import { nairaFromKobo } from '../../services/contracts/money.js';
import { type NetworkCode, NETWORKS, type Service } from '../../services/contracts/services.js';
import type { TransactionDetails, TransactionRow } from '../../services/contracts/transactions.js';
import { lagosIso } from '../lagos-time.js';
import { type ListPage, type ListQuestion, newestFirst } from '../list-page.js';
import { type HistoryRow, historyView } from './history.view.js';

function shownRow(row: HistoryRow): TransactionRow {
  return {
    transaction_history_date: lagosIso(row.at),
    api_transaction_reference: row.reference,
    service: row.service,
    amount: nairaFromKobo(row.price),
    wallet_balance: nairaFromKobo(row.wallet_balance),
    phone_number: row.recipient ?? '',
    transaction_status: row.status,
    status: row.status,
  };
}

function shownDetails(row: HistoryRow): TransactionDetails {
  const network = row.network === null ? undefined : NETWORKS[row.network as NetworkCode];
  return {
    ...shownRow(row),
    ...(network !== undefined && { network }),
    face_value: nairaFromKobo(row.amount),
    price: nairaFromKobo(row.price),
    discount: nairaFromKobo(row.discount),
    steps: row.steps.map(({ step, at }) => ({ step, at: lagosIso(at) })),
  };
}

export interface HistoryQuestion extends ListQuestion {
  readonly readStore: ReadStore;
  readonly userId: string;
  /** Absent for all services. */
  readonly service?: Service | undefined;
}

/** A customer's purchases, newest first. */
export function historyPage({
  readStore,
  userId,
  service,
  ...question
}: HistoryQuestion): Promise<ListPage<TransactionRow>> {
  const equals = { user_id: userId, ...(service !== undefined && { service }) };
  return newestFirst(readStore, historyView, equals, question, shownRow);
}

/** One purchase of the customer; undefined when there is none or it is somebody else's. */
export async function transactionByReference(question: {
  readonly readStore: ReadStore;
  readonly userId: string;
  readonly reference: string;
}): Promise<TransactionDetails | undefined> {
  const { rows } = await question.readStore.page(historyView, {
    equals: { reference: question.reference },
    sort: { column: 'at', direction: 'descending' },
    skip: 0,
    limit: 2,
  });
  const own = rows.find((row) => row.user_id === question.userId);
  return own && shownDetails(own);
}
