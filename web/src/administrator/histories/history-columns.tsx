import type { ComponentProps } from 'react';
import { Link } from 'react-router-dom';
import { SERVICES, TRANSACTION_STATUSES } from '../../../../services/contracts/services.js';
import { phoneText } from '../../domain/phone.js';
import { ProblemReport } from '../../domain/problems/problem-report.js';
import { ServiceName, useServiceName } from '../../domain/products.js';
import { STATUS_PICK } from '../../domain/live-list-page.js';
import { StatusBadge } from '../../domain/transaction-card.js';
import { lagosTime, naira } from '../../ui/format.js';
import type { AdminColumn } from '../../ui/table/data-table.js';
import { withPhoneColumns } from '../../ui/table/on-a-phone.js';
import type { AdminTransaction } from './admin-histories.api.js';

type Listed = Omit<AdminTransaction, 'api_transaction_reference'>;

export const HISTORY_LIST = {
  sizes: [10, 20, 50, 100, 500, 1000],
  picks: { service: SERVICES, status: TRANSACTION_STATUSES },
} as const;

export const historyColumns = <Row extends Listed>(
  referenceOf: (row: Row) => string,
): readonly AdminColumn<Row>[] =>
  withPhoneColumns(deskColumns(referenceOf), {
    header: 'What, when',
    what: (row) => [<ServiceName of={row.service} />, lagosTime(row.transaction_history_date)],
    end: {
      header: 'Amount, status',
      what: (row) => [naira(row.amount), row.transaction_status],
    },
  });

const deskColumns = <Row extends Listed>(referenceOf: (row: Row) => string): readonly AdminColumn<Row>[] => [
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
    cell: (row) => <span title={referenceOf(row)}>{referenceOf(row)}</span>,
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

export function useHistoryPicks() {
  const serviceName = useServiceName();
  const service = {
    name: 'service',
    label: 'Service',
    any: 'All services',
    options: SERVICES.map((value) => ({ value, label: serviceName(value) })),
  };
  return [service, STATUS_PICK];
}

interface PurchaseDetailsProps {
  readonly reference: string;
  readonly problem: ComponentProps<typeof ProblemReport>['report'];
}

export const PurchaseDetails = ({ reference, problem }: PurchaseDetailsProps) => (
  <>
    <Link to={`/audit/why?reference=${encodeURIComponent(reference)}`}>Why was this charged?</Link>
    <ProblemReport report={problem} />
  </>
);
