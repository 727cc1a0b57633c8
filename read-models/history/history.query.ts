import type { ReadStore } from '../../infra/read-store/view.js';
import { formatNaira, nairaFromKobo } from '../../services/contracts/money.js';
import {
  type NetworkCode,
  NETWORKS,
  type Service,
  type TransactionStatus,
} from '../../services/contracts/services.js';
import type {
  ReceiptFact,
  TransactionDetails,
  TransactionRow,
} from '../../services/contracts/transactions.js';
import { lagosIso } from '../lagos-time.js';
import { type ListPage, type ListQuestion, newestFirst } from '../list-page.js';
import { type HistoryRow, historyView } from './history.view.js';
import { idsOfReference } from './ids-of-reference.js';

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
    ...(row.token_pin !== null && { token_pin: row.token_pin }),
  };
}

function shownDetails(row: HistoryRow): TransactionDetails {
  const network = row.network === null ? undefined : NETWORKS[row.network as NetworkCode];
  return {
    ...shownRow(row),
    product: row.label,
    facts: [...(row.order_facts ?? []), ...(row.delivery_facts ?? []), ...moneyFacts(row)],
    ...(network !== undefined && { network }),
    face_value: nairaFromKobo(row.amount),
    price: nairaFromKobo(row.price),
    discount: nairaFromKobo(row.discount),
    steps: row.steps.map(({ step, at }) => ({ step, at: lagosIso(at) })),
  };
}

/** A fee, and what came back of a partial delivery: told only where there is one. */
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
  /** Absent for all. */
  readonly status?: TransactionStatus | undefined;
}

/** A customer's purchases, newest first. */
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

/** One purchase of the customer; undefined when there is none or it is somebody else's. */
export async function transactionByReference(
  question: ReferenceQuestion,
): Promise<TransactionDetails | undefined> {
  const own = await rowByReference(question);
  return own && shownDetails(own);
}

/** Id of a purchase of the customer; undefined when there is none or it is somebody else's. */
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
