import { may } from '../../../../services/contracts/admin/administrators.contract.js';
import { narrowingOf } from '../../api/admin-lists.js';
import { useSignedIn } from '../../api/use-signed-in.js';
import { ExportList } from '../../domain/export-list.js';
import { LiveListPage } from '../../domain/live-list-page.js';
import { StatusBadge } from '../../domain/transaction-card.js';
import { lagosTime, naira } from '../../ui/format.js';
import type { AdminColumn } from '../../ui/table/data-table.js';
import { withPhoneColumns } from '../../ui/table/on-a-phone.js';
import { useListFilters } from '../../ui/table/use-list-filters.js';
import { type AdminFunding, useAdminFundingsQuery } from './admin-histories.api.js';

const LIST = { sizes: [10, 20, 50, 100, 500, 1000], picks: {} } as const;

const DESK_COLUMNS: readonly AdminColumn<AdminFunding>[] = [
  { id: 'date', header: 'Date', track: '178px', cell: (row) => lagosTime(row.funding_date) },
  {
    id: 'reference',
    header: 'Reference',
    track: 'minmax(100px, 1.2fr)',
    cell: (row) => <span title={row.funding_refrence}>{row.funding_refrence}</span>,
  },
  {
    id: 'customer',
    header: 'Customer',
    track: 'minmax(100px, 1.2fr)',
    cell: (row) => <span title={row.user_email}>{row.user_email || 'Erased'}</span>,
  },
  { id: 'source', header: 'Source', track: 'minmax(90px, 0.8fr)', cell: (row) => row.funding_source },
  { id: 'amount', header: 'Amount', track: '96px', number: true, cell: (row) => naira(row.amount_funded) },
  {
    id: 'before',
    header: 'Before',
    track: '98px',
    number: true,
    cell: (row) => naira(row.wallet_before_funding),
  },
  {
    id: 'after',
    header: 'After',
    track: '98px',
    number: true,
    cell: (row) => naira(row.wallet_after_funding),
  },
  { id: 'status', header: 'Status', track: '112px', cell: (row) => <StatusBadge status={row.status} /> },
  { id: 'customer-id', header: 'Customer id', track: '150px', optional: true, cell: (row) => row.user },
];
const COLUMNS = withPhoneColumns(DESK_COLUMNS, {
  header: 'Who, when',
  what: (row) => [row.user_email || 'Erased', lagosTime(row.funding_date)],
  end: { header: 'Amount, source', what: (row) => [naira(row.amount_funded), row.funding_source] },
});

export default function AllFundingsPage() {
  const administrator = useSignedIn();
  const filters = useListFilters(LIST);
  const query = useAdminFundingsQuery(filters.request);
  return (
    <LiveListPage
      name="fundings"
      title="Wallet funding history"
      lead="What all customers paid into their wallets, newest first."
      filters={filters}
      sizes={LIST.sizes}
      dates
      searchHint={
        may(administrator, ['support']) ? 'Reference, source, amount, email' : 'Reference, source, amount'
      }
      toolbar={<ExportList list="fundings" narrowed={{ ...narrowingOf(filters.request) }} />}
      query={query}
      failed="The payments could not be loaded."
      empty={{ title: 'No payments yet', text: 'What customers pay in appears here at once.' }}
      columns={COLUMNS}
      rowKey={(row) => row.id}
      rowLabel={(row) => row.funding_refrence}
    />
  );
}
