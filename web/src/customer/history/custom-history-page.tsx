import { useMemo } from 'react';
import { useWalletMovementsQuery } from '../../api/transactions.api.js';
import { t } from '../../languages/language.js';
import { HistoryView } from './history-view.js';
import { movementHistory } from './movement-history.js';
import { useHistoryFilters } from './filter-bar.js';

const kindOf = () =>
  movementHistory({
    title: t('Custom history'),
    lead: t('What moved your wallet between two days of your choice, as a list or as a statement.'),
  });

export default function CustomHistoryPage() {
  const filters = useHistoryFilters();
  const kind = useMemo(() => kindOf(), []);
  const query = useWalletMovementsQuery(filters.request);
  return (
    <HistoryView
      kind={kind}
      filters={filters}
      query={query}
      offers={{ status: true, service: true, presets: true, statement: true }}
    />
  );
}
