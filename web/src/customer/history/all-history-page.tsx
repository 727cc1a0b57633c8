import { useMemo } from 'react';
import { Link } from 'react-router-dom';
import { useWalletMovementsQuery } from '../../api/transactions.api.js';
import { t } from '../../languages/language.js';
import { HistoryView } from './history-view.js';
import { movementHistory } from './movement-history.js';
import { useHistoryFilters } from './filter-bar.js';

const kindOf = () =>
  movementHistory({
    title: t('Transaction history'),
    lead: t('All that moved your wallet, newest first.'),
  });

export default function AllHistoryPage() {
  const filters = useHistoryFilters();
  const kind = useMemo(() => kindOf(), []);
  const query = useWalletMovementsQuery(filters.request);
  return (
    <HistoryView
      kind={kind}
      filters={filters}
      query={query}
      offers={{ status: true, service: true, statement: true }}
      more={
        <>
          <Link to="/customhistory">{t('Pick a range of days')}</Link>
          <Link to="/funding-history">{t('Wallet funding history')}</Link>
        </>
      }
    />
  );
}
