import { Link } from 'react-router-dom';
import { PROBLEM_TEXTS } from '../../../../services/contracts/fields/problems.js';
import { LiveListPage } from '../../domain/live-list-page.js';
import { ProblemReport } from '../../domain/problems/problem-report.js';
import { ServiceName } from '../../domain/products.js';
import { StatusBadge } from '../../domain/transaction-card.js';
import { lagosTime, naira } from '../../ui/format.js';
import type { AdminColumn } from '../../ui/table/data-table.js';
import { withPhoneColumns } from '../../ui/table/on-a-phone.js';
import { useListFilters } from '../../ui/table/use-list-filters.js';
import { LIST_SIZES } from './external-words.js';
import { type Reported, useProblemReportsQuery } from './external.api.js';

const DESK_COLUMNS: readonly AdminColumn<Reported>[] = [
  { id: 'at', header: 'Reported', track: '178px', cell: (row) => lagosTime(row.reported_at) },
  {
    id: 'problem',
    header: 'Problem',
    track: 'minmax(110px, 1fr)',
    tableOnly: true,
    wrap: true,
    cell: ({ problem }) => PROBLEM_TEXTS[problem],
  },
  {
    id: 'words',
    header: 'In their words',
    track: 'minmax(120px, 1.6fr)',
    wrap: true,
    tableOnly: true,
    cell: ({ words }) => <span title={words}>{words}</span>,
  },
  { id: 'amount', header: 'Amount', track: '104px', number: true, cell: (row) => naira(row.amount) },
  {
    id: 'now',
    header: 'Now',
    track: '112px',
    cell: ({ status_now: now }) => <StatusBadge status={now} />,
  },
  {
    id: 'customer',
    header: 'Customer',
    track: 'minmax(110px, 1fr)',
    cell: ({ user_id: id, user_email: email }) => (
      <Link to={`/user/${encodeURIComponent(id)}`} title={email}>
        {email || 'Erased'}
      </Link>
    ),
  },
  { id: 'service', header: 'Service', track: '92px', cell: (row) => <ServiceName of={row.service} /> },
  {
    id: 'reference',
    header: 'Reference',
    track: '184px',
    cell: (row) => <span title={row.api_transaction_reference}>{row.api_transaction_reference}</span>,
  },
  {
    id: 'product',
    header: 'What',
    track: 'minmax(130px, 1fr)',
    optional: true,
    wrap: true,
    cell: (row) => row.product,
  },
];

const COLUMNS = withPhoneColumns(DESK_COLUMNS, {
  header: 'Problem, reported',
  what: (row) => [PROBLEM_TEXTS[row.problem], lagosTime(row.reported_at)],
  end: { header: 'Amount, now', what: (row) => [naira(row.amount), row.status_now] },
});

export default function ReportedProblemsPage() {
  const filters = useListFilters({ sizes: LIST_SIZES, picks: {} });
  const query = useProblemReportsQuery(filters.request);
  return (
    <LiveListPage
      name="reported-problems"
      title="Reported problems"
      lead="What customers say is wrong with their purchases, and what these are by now."
      filters={filters}
      sizes={LIST_SIZES}
      searchHint="Reference"
      dates
      query={query}
      failed="This list could not be loaded."
      empty={{ title: 'Nothing was reported', text: 'What customers report appears here at once.' }}
      columns={COLUMNS}
      rowKey={({ id }) => id}
      rowLabel={(row) => row.api_transaction_reference}
      details={(row) => <ProblemReport report={row} />}
    />
  );
}
