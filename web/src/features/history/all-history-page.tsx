import { useAllTransactionsQuery } from '../../api/transactions.api.js';
import { HistoryView } from './history-view.js';
import { transactionHistory } from './transaction-history.js';
import { useHistoryFilters } from './use-history-filters.js';

const KIND = transactionHistory('Transaction history', 'Everything you bought, newest first.');

export default function AllHistoryPage() {
  const filters = useHistoryFilters();
  return <HistoryView kind={KIND} filters={filters} query={useAllTransactionsQuery(filters.request)} />;
}
