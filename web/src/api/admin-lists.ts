import type { CallAnswer } from '../../../services/contracts/calls.js';
import type { Service, TransactionStatus } from '../../../services/contracts/services.js';
import { listBody, type PageRequest } from './transactions.api.js';

/** A page of a list of administrators, whatever the contract calls its rows. */
export interface Listed<Row> {
  readonly rows: readonly Row[];
  readonly total: number;
  readonly total_capped: boolean;
}

/** The same of money, over all customers. */
export interface ListedRows<Row> extends Listed<Row> {
  /** Naira of all rows that match. */
  readonly sum: number;
}

export const countedOf = (answer: Omit<CallAnswer<'adminFundings'>, 'fundingHistory'>) => ({
  total: answer.total,
  total_capped: answer.total_capped,
  sum: answer.amount_total,
});

export type ListAsked = Omit<PageRequest, 'status' | 'service'>;
export interface OfStatus extends ListAsked {
  readonly status: TransactionStatus | '';
}

/** The kinds that were chosen; nothing of one that may be any. */
export const kindsOf = ({
  status,
  service,
}: Pick<OfStatus, 'status'> & { readonly service?: Service | '' }) => ({
  ...(status ? { status } : {}),
  ...(service ? { service } : {}),
});

/** What narrows any list, by the names of its file. */
export const narrowingOf = (request: ListAsked) => {
  const { custom_start_date: from, custom_end_date: to, search } = listBody(request);
  return { from, to, search };
};
