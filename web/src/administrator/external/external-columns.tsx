import { ProblemCell } from '../../domain/problems/problem-report.js';
import { ServiceName } from '../../domain/products.js';
import { lagosTime, naira } from '../../ui/format.js';
import type { AdminColumn } from '../../ui/table/data-table.js';
import type { CompletedRow, FailedRow } from './external.api.js';

type ExternalRow = FailedRow | CompletedRow;

export const REFERENCE: AdminColumn<ExternalRow> = {
  id: 'reference',
  header: 'Reference',
  track: 'minmax(110px, 1.2fr)',
  cell: (row) => <span title={row.transaction_reference}>{row.transaction_reference}</span>,
};

export const AMOUNT: AdminColumn<ExternalRow> = {
  id: 'amount',
  header: 'Amount',
  track: '104px',
  number: true,
  cell: (row) => naira(row.amount),
};

export const REPORTED: AdminColumn<ExternalRow> = {
  id: 'reported',
  header: 'Reported',
  track: 'minmax(120px, 1.2fr)',
  tableOnly: true,
  wrap: true,
  cell: ({ problem }) => <ProblemCell report={problem} />,
};

export const PURCHASE: readonly AdminColumn<ExternalRow>[] = [
  {
    id: 'service',
    header: 'Service',
    track: '92px',
    optional: true,
    cell: (row) => <ServiceName of={row.service} />,
  },
  {
    id: 'type',
    header: 'Type',
    track: 'minmax(110px, 1fr)',
    wrap: true,
    cell: (row) => row.transaction_type,
  },
  { id: 'api', header: 'API', track: '92px', cell: (row) => row.transaction_api },
  {
    id: 'email',
    header: 'User email',
    track: 'minmax(130px, 1fr)',
    cell: (row) => <span title={row.user_email}>{row.user_email || 'Erased'}</span>,
  },
  { id: 'owner', header: 'Owners Key', track: '88px', cell: (row) => row.transaction_site_owner },
  { id: 'date', header: 'Date', track: '176px', cell: (row) => lagosTime(row.transaction_Date) },
];
