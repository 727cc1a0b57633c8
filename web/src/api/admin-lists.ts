import type { CallAnswer } from '../../../services/contracts/calls.js';
import type { Service, TransactionStatus } from '../../../services/contracts/services.js';
import { listBody, type PageRequest } from './transactions.api.js';

export interface Listed<Row> {
  readonly rows: readonly Row[];
  readonly total: number;
  readonly total_capped: boolean;
}

export interface ListedRows<Row> extends Listed<Row> {
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

export const kindsOf = ({
  status,
  service,
}: Pick<OfStatus, 'status'> & { readonly service?: Service | '' }) => ({
  ...(status ? { status } : {}),
  ...(service ? { service } : {}),
});

export const narrowingOf = (request: ListAsked) => {
  const { custom_start_date: from, custom_end_date: to, search } = listBody(request);
  return { from, to, search };
};
