import { Link } from 'react-router-dom';
import type { TransactionRow } from '../../api/transactions.api.js';
import { lagosTime, naira } from '../../ui/format.js';
import { phoneText } from '../../ui/phone.js';
import { serviceName } from '../../ui/services.js';
import { StatusBadge } from '../../ui/status-badge.js';
import { TransactionList } from '../../ui/transaction-list.js';
import type { Column } from './data-table.js';
import type { HistoryKind } from './history-view.js';

const COLUMNS: readonly Column<TransactionRow>[] = [
  { header: 'Date', track: '176px', cell: (row) => lagosTime(row.transaction_history_date) },
  {
    header: 'Reference',
    track: 'minmax(120px, 1.6fr)',
    cell: (row) => (
      <Link
        to={`/receipt/${encodeURIComponent(row.api_transaction_reference)}`}
        title={row.api_transaction_reference}
      >
        {row.api_transaction_reference}
      </Link>
    ),
  },
  { header: 'Service', track: 'minmax(62px, 0.5fr)', cell: (row) => serviceName(row.service) },
  { header: 'Phone', track: '106px', cell: (row) => phoneText(row.phone_number) },
  { header: 'Amount', track: '94px', number: true, cell: (row) => naira(row.amount) },
  { header: 'Balance', track: '102px', number: true, cell: (row) => naira(row.wallet_balance) },
  { header: 'Status', track: '120px', cell: (row) => <StatusBadge status={row.transaction_status} /> },
];

/** Histories of purchases differ only in what they call themselves. */
export const transactionHistory = (title: string, lead: string): HistoryKind<TransactionRow> => ({
  title,
  lead,
  columns: COLUMNS,
  rowKey: (row) => row.api_transaction_reference,
  cards: (rows) => <TransactionList rows={rows} />,
  empty: {
    title: 'No transactions yet',
    text: 'What you buy appears here, from the moment you ask for it.',
    action: <Link to="/airtime">Buy airtime</Link>,
  },
});
