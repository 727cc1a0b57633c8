import { may } from '../../../../../services/contracts/admin/administrators.contract.js';
import type { CallAnswer } from '../../../../../services/contracts/calls.js';
import { TRANSACTION_STATUSES } from '../../../../../services/contracts/services.js';
import { countedOf, kindsOf, type ListedRows, narrowingOf, type OfStatus } from '../../../api/admin-lists.js';
import { api, reading } from '../../../api/base-api.js';
import { listBody } from '../../../api/transactions.api.js';
import { useSignedIn } from '../../../api/use-signed-in.js';
import { ExportList } from '../../../domain/export-list.js';
import { LiveListPage, STATUS_PICK } from '../../../domain/live-list-page.js';
import { StatusBadge } from '../../../domain/transaction-card.js';
import { lagosTime, naira } from '../../../ui/format.js';
import type { AdminColumn } from '../../../ui/table/data-table.js';
import { withPhoneColumns } from '../../../ui/table/on-a-phone.js';
import { useListFilters } from '../../../ui/table/use-list-filters.js';

type BetFunding = CallAnswer<'betFundings'>['bet_fundingHistory'][number];

const { useBetFundingsQuery } = api.injectEndpoints({
  endpoints: (build) => ({
    betFundings: build.query<ListedRows<BetFunding>, OfStatus>({
      query: (request) => reading('betFundings', { ...listBody(request), ...kindsOf(request) }),
      transformResponse: ({ bet_fundingHistory: rows, ...about }: CallAnswer<'betFundings'>) => ({
        rows,
        ...countedOf(about),
      }),
      providesTags: ['AdminHistory'],
    }),
  }),
});

const LIST = { sizes: [10, 20, 50, 100, 500, 1000], picks: { status: TRANSACTION_STATUSES } } as const;
const PICKS = [STATUS_PICK];

const DESK_COLUMNS: readonly AdminColumn<BetFunding>[] = [
  { id: 'date', header: 'Date', track: '178px', cell: (row) => lagosTime(row.submitted_date) },
  {
    id: 'status',
    header: 'Status',
    track: '112px',
    cell: (row) => <StatusBadge status={row.transaction_status} />,
  },
  {
    id: 'reference',
    header: 'Reference',
    track: 'minmax(96px, 1.2fr)',
    cell: (row) => <span title={row.reference}>{row.reference}</span>,
  },
  {
    id: 'buyer',
    header: 'Buyer',
    track: 'minmax(100px, 1.2fr)',
    cell: (row) => <span title={row.buyer_emails}>{row.buyer_emails || 'Erased'}</span>,
  },
  { id: 'platform', header: 'Platform', track: 'minmax(90px, 0.8fr)', cell: (row) => row.bet_platform },
  {
    id: 'client',
    header: 'Client ID',
    track: 'minmax(90px, 0.8fr)',
    cell: (row) => <span title={row.client_id}>{row.client_id}</span>,
  },
  { id: 'amount', header: 'Amount', track: '96px', number: true, cell: (row) => naira(row.amount) },
  { id: 'customer-id', header: 'Customer id', track: '150px', optional: true, cell: (row) => row.user_id },
  { id: 'id', header: 'Id', track: '150px', optional: true, cell: (row) => row.id },
];

const COLUMNS = withPhoneColumns(DESK_COLUMNS, {
  header: 'Where to, when',
  what: (row) => [`${row.bet_platform} ${row.client_id}`, lagosTime(row.submitted_date)],
  end: { header: 'Amount, status', what: (row) => [naira(row.amount), row.transaction_status] },
});

export default function BetFundingsPage() {
  const administrator = useSignedIn();
  const filters = useListFilters(LIST);
  const query = useBetFundingsQuery(filters.request);
  return (
    <LiveListPage
      name="bet-fundings"
      title="Bet funding history"
      lead="What all customers paid into their betting wallets, newest first."
      filters={filters}
      sizes={LIST.sizes}
      dates
      searchHint={
        may(administrator, ['support']) ? 'Client ID, platform, amount, email' : 'Reference, platform, amount'
      }
      picks={PICKS}
      toolbar={
        <ExportList
          list="bet-fundings"
          narrowed={{ ...narrowingOf(filters.request), status: filters.request.status }}
        />
      }
      query={query}
      failed="The bet funding could not be loaded."
      empty={{ title: 'No bet funding yet', text: 'What customers pay to betting companies appears here.' }}
      columns={COLUMNS}
      rowKey={(row) => row.id}
      rowLabel={(row) => row.reference}
    />
  );
}
