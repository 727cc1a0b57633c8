import { useMemo } from 'react';
import { useServiceTransactionsQuery } from '../../api/transactions.api.js';
import type { Product } from '../../domain/products.js';
import { HistoryView } from './history-view.js';
import { transactionHistory } from './transaction-history.js';
import { useHistoryFilters } from './filter-bar.js';

interface ServiceHistoryPageProps {
  readonly history: NonNullable<Product['history']>;
  readonly form: string;
}

export default function ServiceHistoryPage({ history, form }: ServiceHistoryPageProps) {
  const filters = useHistoryFilters();
  const query = useServiceTransactionsQuery({ ...filters.request, list: history.list });
  const kind = useMemo(
    () => transactionHistory({ ...history, buy: { to: form, label: history.buy } }),
    [history, form],
  );
  return <HistoryView kind={kind} filters={filters} query={query} offers={{ status: true }} />;
}
