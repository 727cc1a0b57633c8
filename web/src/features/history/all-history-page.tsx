import { Link } from 'react-router-dom';
import { useWalletMovementsQuery } from '../../api/transactions.api.js';
import { HistoryView } from './history-view.js';
import { movementHistory } from './movement-history.js';
import { useHistoryFilters } from './filter-bar.js';

const KIND = movementHistory({
  title: 'Transaction history',
  lead: 'All that moved your wallet, newest first.',
});

export default function AllHistoryPage() {
  const filters = useHistoryFilters();
  const query = useWalletMovementsQuery(filters.request);
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
