import { Inject } from '@nestjs/common';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { READ_STORE, type ReadStore } from '../../infra/read-store/view.js';
import type { AdminTransactionRow } from '../../services/contracts/admin/admin-histories.contract.js';
import { lagosIso } from '../../services/contracts/fields/lagos-day.js';
import { maskedPhone } from '../../services/contracts/admin/mask.js';
import { nairaFromKobo } from '../../services/contracts/money.js';
import { type Service, SERVICE_NAMES, SERVICES } from '../../services/contracts/services.js';
import type { ProductDescriptor } from '../../services/products/product.js';
import { PRODUCTS } from '../../services/products/products.js';
import { listPart, type ListPage, type ListPart, type ListPosition, newestFirst } from '../list-page.js';
import { problemsOf } from '../problem-reports/problem-reports.query.js';
import { namedSo, typedAmounts } from '../typed-text.js';
import type { HistoryQuestion } from './history.query.js';
import { type HistoryRow, historyView } from './history.view.js';

export interface AllTransactionsQuestion extends Omit<HistoryQuestion, 'userId' | 'readStore'> {
  readonly userId?: string | undefined;
  /** True when the reader may see recipients, and may therefore search for them. */
  readonly unmasked: boolean;
}

export type FoundTransaction = Omit<AdminTransactionRow, 'user_email' | 'api_source'> & {
  readonly vendor: number;
  readonly product: string;
};

const IMPERSONAL = ['reference', 'service', 'status'];

const shownRow = (row: HistoryRow, unmasked: boolean): FoundTransaction => {
  const recipient = row.recipient ?? '';
  return {
    id: row.purchase_id,
    api_transaction_reference: row.reference,
    service: row.service,
    amount: nairaFromKobo(row.price),
    wallet_balance: nairaFromKobo(row.balance_after_return ?? row.wallet_balance),
    transaction_history_date: lagosIso(row.at),
    vendor: row.vendor,
    phone_number: unmasked || recipient === '' ? recipient : maskedPhone(recipient),
    transaction_status: row.status,
    user_id: row.user_id,
    product: row.label,
  };
};

export class ListAllTransactions extends Query<ListPage<FoundTransaction>> {
  constructor(readonly question: AllTransactionsQuestion) {
    super();
  }
}

@QueryHandler(ListAllTransactions)
export class ListAllTransactionsHandler implements IQueryHandler<ListAllTransactions> {
  constructor(@Inject(READ_STORE) private readonly readStore: ReadStore) {}

  async execute({ question: asking }: ListAllTransactions): Promise<ListPage<FoundTransaction>> {
    const { readStore } = this;
    const { equals, asked, unmasked } = filterOf(asking);
    const question = { ...asked, sumOf: 'price' };
    const page = await newestFirst(readStore, historyView, equals, question, (row) =>
      shownRow(row, unmasked),
    );
    const ids = page.rows.map(({ id }) => id);
    const problems = await problemsOf(readStore, ids, unmasked);
    const reported = (row: FoundTransaction): FoundTransaction => {
      const problem = problems.get(row.id);
      return problem ? { ...row, problem } : row;
    };
    return { ...page, rows: page.rows.map(reported) };
  }
}

const LISTED_ALONE: Readonly<Record<Service, Pick<ProductDescriptor, 'service' | 'adminFile'>>> = PRODUCTS;

function filterOf({ userId, service, status, unmasked, orIn, ...rest }: AllTransactionsQuestion) {
  const equals = {
    ...(userId !== undefined && { user_id: userId }),
    ...(service !== undefined && { service }),
    ...(status !== undefined && { status }),
  };
  const text = rest.search ?? '';
  const services = namedSo(text, SERVICES, (each) => SERVICE_NAMES[each]);
  const kinds = service === undefined ? [] : (LISTED_ALONE[service].adminFile?.kinds ?? []);
  const label = namedSo(text, kinds, ({ name }) => name).map((kind) => kind.label);
  const means = { ...orIn, service: services, price: typedAmounts(text), label };
  return { equals, asked: { ...rest, orIn: means, searchIn: unmasked ? undefined : IMPERSONAL }, unmasked };
}

export class ReadAllTransactions extends Query<ListPart<FoundTransaction>> {
  constructor(
    readonly question: AllTransactionsQuestion,
    readonly after: ListPosition | undefined,
  ) {
    super();
  }
}

@QueryHandler(ReadAllTransactions)
export class ReadAllTransactionsHandler implements IQueryHandler<ReadAllTransactions> {
  constructor(@Inject(READ_STORE) private readonly readStore: ReadStore) {}

  execute({ question, after }: ReadAllTransactions): Promise<ListPart<FoundTransaction>> {
    const { equals, asked, unmasked } = filterOf(question);
    return listPart(this.readStore, historyView, equals, asked, after, (row) => shownRow(row, unmasked));
  }
}
