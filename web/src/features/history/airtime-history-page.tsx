import { useAirtimeTransactionsQuery } from '../../api/transactions.api.js';
import { HistoryView } from './history-view.js';
import { transactionHistory } from './transaction-history.js';
import { useHistoryFilters } from './use-history-filters.js';

const KIND = transactionHistory('Airtime history', 'Every recharge, newest first.');

export default function AirtimeHistoryPage() {
  const filters = useHistoryFilters();
  return <HistoryView kind={KIND} filters={filters} query={useAirtimeTransactionsQuery(filters.request)} />;
}
