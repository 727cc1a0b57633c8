import { Link } from 'react-router-dom';
import { useAllTransactionsQuery } from '../../api/transactions.api.js';
import { HistoryView } from './history-view.js';
import { transactionHistory } from './transaction-history.js';
import { useHistoryFilters } from './filter-bar.js';

const KIND = transactionHistory({
  title: 'Transaction history',
  lead: 'Everything you bought, newest first.',
  recipient: 'Recipient',
  buy: { to: '/airtime', label: 'Buy airtime' },
});

export default function AllHistoryPage() {
  const filters = useHistoryFilters();
  const query = useAllTransactionsQuery(filters.request);
  return (
    <HistoryView
      kind={KIND}
      filters={filters}
      query={query}
      offers={{ status: true, service: true, statement: true }}
      more={
        <>
          <Link to="/customhistory">Pick a range of days</Link>
          <Link to="/funding-history">Wallet funding history</Link>
        </>
      }
    />
  );
}
