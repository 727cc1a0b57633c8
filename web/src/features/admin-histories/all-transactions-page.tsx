import { may } from '../../../../services/contracts/admin/administrators.contract.js';
import { SERVICES, TRANSACTION_STATUSES } from '../../../../services/contracts/services.js';
import { useSignedIn } from '../../api/use-signed-in.js';
import { LiveListPage } from '../../domain/live-list-page.js';
import { phoneText } from '../../domain/phone.js';
import { ServiceName, useServiceName } from '../../domain/products.js';
import { StatusBadge } from '../../domain/transaction-card.js';
import { lagosTime, naira } from '../../ui/format.js';
import type { AdminColumn } from '../../ui/table/admin-table.js';
import { useListFilters } from '../../ui/table/use-list-filters.js';
import { type AdminTransaction, useAdminTransactionsQuery } from './admin-histories.api.js';

const LIST = {
  sizes: [10, 20, 50, 100, 500, 1000],
  picks: { service: SERVICES, status: TRANSACTION_STATUSES },
} as const;

const COLUMNS: readonly AdminColumn<AdminTransaction>[] = [
  { id: 'date', header: 'Date', track: '178px', cell: (row) => lagosTime(row.transaction_history_date) },
  {
    id: 'status',
    header: 'Status',
    track: '112px',
    cell: (row) => <StatusBadge status={row.transaction_status} />,
  },
  {
    id: 'reference',
    header: 'Reference',
    track: 'minmax(90px, 1fr)',
    cell: (row) => <span title={row.api_transaction_reference}>{row.api_transaction_reference}</span>,
  },
  {
    id: 'customer',
    header: 'Customer',
    track: 'minmax(100px, 1.2fr)',
    cell: (row) => <span title={row.user_email}>{row.user_email || 'Erased'}</span>,
  },
  {
    id: 'service',
    header: 'Service',
    track: '82px',
    cell: (row) => <ServiceName of={row.service} />,
  },
  { id: 'recipient', header: 'Recipient', track: '102px', cell: (row) => phoneText(row.phone_number) },
  { id: 'amount', header: 'Amount', track: '88px', number: true, cell: (row) => naira(row.amount) },
  {
    id: 'balance',
    header: 'Balance',
    track: '94px',
    number: true,
    cell: (row) => naira(row.wallet_balance),
  },
  { id: 'source', header: 'Source', track: '72px', cell: (row) => row.api_source },
  { id: 'customer-id', header: 'Customer id', track: '150px', optional: true, cell: (row) => row.user_id },
  { id: 'id', header: 'Id', track: '150px', optional: true, cell: (row) => row.id },
];

/** What all customers bought. */
export default function AllTransactionsPage() {
  const administrator = useSignedIn();
  const serviceName = useServiceName();
  const filters = useListFilters(LIST);
  const query = useAdminTransactionsQuery(filters.request);
  const seesPeople = may(administrator, ['support']);
  return (
    <LiveListPage
      name="transactions"
      title="All transactions"
      lead="What all customers bought, newest first."
      filters={filters}
      sizes={LIST.sizes}
      dates
      searchHint={seesPeople ? 'Reference, recipient, status, email' : 'Reference, service, status'}
      picks={[
        {
          name: 'service',
          label: 'Service',
          any: 'All services',
          options: SERVICES.map((service) => ({ value: service, label: serviceName(service) })),
        },
        {
          name: 'status',
          label: 'Status',
          any: 'Any status',
          options: TRANSACTION_STATUSES.map((status) => ({ value: status, label: status })),
        },
      ]}
      query={query}
      failed="Failed to fetch transactions"
      empty={{ title: 'No transactions yet', text: 'What customers buy appears here at once.' }}
      columns={COLUMNS}
      rowKey={(row) => row.id}
      rowLabel={(row) => row.api_transaction_reference}
    />
  );
}
