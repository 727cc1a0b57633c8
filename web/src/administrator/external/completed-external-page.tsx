import { LiveListPage } from '../../domain/live-list-page.js';
import { ProblemReport } from '../../domain/problems/problem-report.js';
import { StatusBadge } from '../../domain/transaction-card.js';
import { lagosTime, naira } from '../../ui/format.js';
import type { AdminColumn } from '../../ui/table/data-table.js';
import { withPhoneColumns } from '../../ui/table/on-a-phone.js';
import { useListFilters } from '../../ui/table/use-list-filters.js';
import { AMOUNT, PURCHASE, REFERENCE, REPORTED } from './external-columns.js';
import { ExternalSteps } from './external-steps.js';
import { BY_ITSELF, LIST_SIZES, whyText } from './external-words.js';
import { useCompletedExternalQuery, type CompletedRow } from './external.api.js';
import classes from './external.module.css';

const AFTERWARDS = {
  late: 'The vendor delivered after the end: our loss',
  reversed: 'The vendor took it back: refunded',
} as const;

const DESK_COLUMNS: readonly AdminColumn<CompletedRow>[] = [
  REFERENCE,
  {
    id: 'decision',
    header: 'Decision',
    track: '124px',
    cell: ({ decision }) => <StatusBadge status={decision === 'refund' ? 'Refunded' : 'Successful'} />,
  },
  AMOUNT,
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
        {reason || BY_ITSELF}
        {after ? <strong className={classes.after}> {AFTERWARDS[after]}.</strong> : null}
      </>
    ),
  },
  REPORTED,
  ...PURCHASE,
  { id: 'why', header: 'Why', track: '190px', optional: true, wrap: true, cell: (row) => whyText(row.why) },
];

const COLUMNS = withPhoneColumns(DESK_COLUMNS, {
  header: 'Purchase',
  what: (row) => [row.transaction_type, row.transaction_reference],
  end: {
    header: 'Amount, decision',
    what: (row) => [naira(row.amount), row.decision === 'refund' ? 'Refunded' : 'Successful'],
  },
});

export default function CompletedExternalPage() {
  const filters = useListFilters({ sizes: LIST_SIZES, picks: {} });
  const query = useCompletedExternalQuery(filters.request);
  return (
    <LiveListPage
      name="completed-external"
      title="Completed external transactions"
      lead="What vendors had left open, and who said what became of it."
      filters={filters}
      sizes={LIST_SIZES}
      searchHint="Reference, amount, decision"
      dates
      query={query}
      failed="This list could not be loaded."
      empty={{ title: 'Nothing was decided yet', text: 'What administrators decide appears here.' }}
      columns={COLUMNS}
      rowKey={({ id }) => id}
      rowLabel={(row) => row.transaction_reference}
      details={(row) => (
        <>
          <ProblemReport report={row.problem} />
          <ExternalSteps id={row.id} />
        </>
      )}
    />
  );
}
