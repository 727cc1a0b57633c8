import { may } from '../../../../services/contracts/admin/administrators.contract.js';
import { narrowingOf } from '../../api/admin-lists.js';
import { useSignedIn } from '../../api/use-signed-in.js';
import { ExportList } from '../../domain/export-list.js';
import { LiveListPage } from '../../domain/live-list-page.js';
import { useListFilters } from '../../ui/table/use-list-filters.js';
import { type AdminCustomTransaction, useCustomTransactionsQuery } from './admin-histories.api.js';
import { HISTORY_LIST, historyColumns, useHistoryPicks, PurchaseDetails } from './history-columns.js';

const referenceOf = (row: AdminCustomTransaction): string => row.refrence;
const COLUMNS = historyColumns(referenceOf);

export default function CustomRangePage() {
  const administrator = useSignedIn();
  const filters = useListFilters(HISTORY_LIST);
  const query = useCustomTransactionsQuery(filters.request);
  const seesPeople = may(administrator, ['support']);
  const { from, to } = filters.request;
  return (
    <LiveListPage
      name="custom-range"
      title="Custom date range"
      lead={
        from || to
          ? 'What all customers bought on these days, both included, in Lagos time.'
          : 'Choose the first day, the last day or both.'
      }
      filters={filters}
      sizes={HISTORY_LIST.sizes}
      dates
      searchHint={seesPeople ? 'Reference, recipient, amount, email' : 'Reference, amount, source'}
      picks={useHistoryPicks()}
      toolbar={
        <ExportList
          list="transactions"
          narrowed={{
            ...narrowingOf(filters.request),
            service: filters.request.service,
            status: filters.request.status,
          }}
        />
      }
      query={query}
      failed="Failed to fetch transactions"
      empty={{ title: 'No transactions yet', text: 'What customers buy appears here at once.' }}
      columns={COLUMNS}
      rowKey={(row) => row.id}
      rowLabel={referenceOf}
      details={(row) => <PurchaseDetails reference={referenceOf(row)} problem={row.problem} />}
    />
  );
}
