import { LoadError } from '../../domain/load-error.js';
import { ServiceName } from '../../domain/products.js';
import { StatusBadge } from '../../domain/transaction-card.js';
import { LiveToggle } from '../../live/live-toggle.js';
import { lagosTime, naira } from '../../ui/format.js';
import type { AdminColumn } from '../../ui/table/admin-table.js';
import { ListPage } from '../../ui/table/list-page.js';
import { useListFilters } from '../../ui/table/use-list-filters.js';
import { ExternalSteps } from './external-steps.js';
import { LIST_SIZES, whyText } from './external-words.js';
import { useCompletedExternalQuery, type CompletedRow } from './external.api.js';
import classes from './external.module.css';

const AFTERWARDS = {
  late: 'The vendor delivered after the end: our loss',
  reversed: 'The vendor took it back: refunded',
} as const;

const COLUMNS: readonly AdminColumn<CompletedRow>[] = [
  {
    id: 'reference',
    header: 'Reference',
    track: '172px',
    cell: (row) => <span title={row.transaction_reference}>{row.transaction_reference}</span>,
  },
  {
    id: 'decision',
    header: 'Decision',
    track: '124px',
    cell: ({ decision }) => <StatusBadge status={decision === 'refund' ? 'Refunded' : 'Successful'} />,
  },
  {
    id: 'by',
    header: 'Decided by',
    track: 'minmax(120px, 1fr)',
    wrap: true,
    cell: (row) => row.decided_by || 'The vendor',
  },
  { id: 'at', header: 'Decided', track: '176px', cell: (row) => lagosTime(row.decided_at) },
  {
    id: 'reason',
    header: 'Reason',
    track: 'minmax(170px, 1.4fr)',
    wrap: true,
    cell: ({ reason, after }) => (
      <>
        {reason || 'It answered by itself.'}
        {after ? <strong className={classes.after}> {AFTERWARDS[after]}.</strong> : null}
      </>
    ),
  },
  { id: 'amount', header: 'Amount', track: '104px', number: true, cell: (row) => naira(row.amount) },
  { id: 'service', header: 'Service', track: '92px', cell: (row) => <ServiceName of={row.service} /> },
  {
    id: 'type',
    header: 'Type',
    track: 'minmax(130px, 1fr)',
    wrap: true,
    cell: (row) => row.transaction_type,
  },
  { id: 'api', header: 'API', track: '112px', cell: (row) => row.transaction_api },
  {
    id: 'email',
    header: 'User email',
    track: 'minmax(150px, 1fr)',
    cell: (row) => <span title={row.user_email}>{row.user_email || 'Erased'}</span>,
  },
  { id: 'owner', header: 'Owners Key', track: '104px', cell: (row) => row.transaction_site_owner },
  { id: 'date', header: 'Date', track: '176px', cell: (row) => lagosTime(row.transaction_Date) },
  { id: 'why', header: 'Why', track: '190px', optional: true, wrap: true, cell: (row) => whyText(row.why) },
];

/** What became of everything that vendors had left open. */
export default function CompletedExternalPage() {
  const filters = useListFilters({ sizes: LIST_SIZES, picks: {} });
  const query = useCompletedExternalQuery(filters.request);
  return (
    <ListPage
      name="completed-external"
      title="Completed external transactions"
      lead="What vendors had left open, and who said what became of it."
      aside={<LiveToggle />}
      filters={filters}
      sizes={LIST_SIZES}
      searchHint="Reference, service, decision"
      dates
      query={query}
      loadError={(error, retry) => (
        <LoadError error={error} fallback="This list could not be loaded." onRetry={retry} />
      )}
      empty={{ title: 'Nothing was decided yet', text: 'What administrators decide appears here.' }}
      columns={COLUMNS}
      rowKey={({ id }) => id}
      rowLabel={(row) => row.transaction_reference}
      details={(row) => <ExternalSteps id={row.id} />}
    />
  );
}
