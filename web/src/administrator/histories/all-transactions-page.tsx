import { may } from '../../../../services/contracts/admin/administrators.contract.js';
import { narrowingOf } from '../../api/admin-lists.js';
import { useSignedIn } from '../../api/use-signed-in.js';
import { ExportList } from '../../domain/export-list.js';
import { LiveListPage } from '../../domain/live-list-page.js';
import type { FollowProps } from '../../ui/table/admin-table.js';
import { searchedFor, useListFilters } from '../../ui/table/use-list-filters.js';
import { type AdminTransaction, useAdminTransactionsQuery } from './admin-histories.api.js';
import { HISTORY_LIST, historyColumns, useHistoryPicks, PurchaseDetails } from './history-columns.js';

const referenceOf = (row: AdminTransaction): string => row.api_transaction_reference;
const COLUMNS = historyColumns(referenceOf);
const LIST = { ...HISTORY_LIST, picks: { ...HISTORY_LIST.picks, by: ['house'] } } as const;
const BY_PICK = {
  name: 'by',
  label: 'Bought by',
  any: 'Anybody',
  options: [{ value: 'house', label: 'House account' }],
};

function Follow({ row, gone, children }: FollowProps<AdminTransaction>) {
  const asked = { ...searchedFor(referenceOf(row)), service: '', status: '', by: '' } as const;
  const { data } = useAdminTransactionsQuery(asked, { skip: !gone });
  return children((gone && data?.rows.find(({ id }) => id === row.id)) || row);
}

export default function AllTransactionsPage() {
  const administrator = useSignedIn();
  const filters = useListFilters(LIST);
  const query = useAdminTransactionsQuery(filters.request);
  const seesPeople = may(administrator, ['support']);
  return (
    <LiveListPage
      name="transactions"
      title="All transactions"
      lead="What all customers bought, newest first."
      filters={filters}
      sizes={HISTORY_LIST.sizes}
      dates
      searchHint={seesPeople ? 'Reference, recipient, amount, email' : 'Reference, amount, source'}
      picks={[...useHistoryPicks(), BY_PICK]}
      toolbar={
        <ExportList
          list="transactions"
          narrowed={{
            ...narrowingOf(filters.request),
            service: filters.request.service,
            status: filters.request.status,
            bought_by: filters.request.by,
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
      Follow={Follow}
    />
  );
}
