import { useAllTransactionsQuery } from '../../api/transactions.api.js';
import { HistoryView } from './history-view.js';
import { transactionHistory } from './transaction-history.js';
import { useHistoryFilters } from './filter-bar.js';

const KIND = transactionHistory({
  title: 'Custom history',
  lead: 'What you bought between two days of your choice, as a list or as a statement.',
  recipient: 'Recipient',
  buy: { to: '/airtime', label: 'Buy airtime' },
});

/** The same list, from the days one asks for. */
export default function CustomHistoryPage() {
  const filters = useHistoryFilters();
  const query = useAllTransactionsQuery(filters.request);
  return (
    <HistoryView
      kind={KIND}
      filters={filters}
      query={query}
      offers={{ status: true, service: true, presets: true, statement: true }}
    />
  );
}
