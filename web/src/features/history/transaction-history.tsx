import { Link } from 'react-router-dom';
import type { TransactionRow } from '../../api/transactions.api.js';
import { phoneText } from '../../domain/phone.js';
import { ServiceName } from '../../domain/products.js';
import { StatusBadge, TransactionCard } from '../../domain/transaction-card.js';
import { lagosTime, naira } from '../../ui/format.js';
import type { Column } from '../../ui/table/data-table.js';
import type { HistoryKind } from './history-view.js';

interface Purchases {
  readonly title: string;
  readonly lead: string;
  /** What stands in the contract's `phone_number`: a phone, a meter, an account. */
  readonly recipient?: string;
  /** What stands in the contract's `token_pin`; absent where nothing does. */
  readonly artefact?: string;
  readonly buy: { readonly to: string; readonly label: string };
}

const columnsOf = ({ recipient = 'Phone', artefact }: Purchases): readonly Column<TransactionRow>[] => [
  { header: 'Date', track: '176px', cell: (row) => lagosTime(row.transaction_history_date) },
  {
    header: 'Reference',
    track: artefact ? 'minmax(100px, 1fr)' : 'minmax(120px, 1.6fr)',
    cell: (row) => (
      <Link
        to={`/receipt/${encodeURIComponent(row.api_transaction_reference)}`}
        title={row.api_transaction_reference}
      >
        {row.api_transaction_reference}
      </Link>
    ),
  },
  artefact
    ? { header: artefact, track: 'minmax(110px, 1.2fr)', wrap: true, cell: (row) => row.token_pin ?? '' }
    : { header: 'Service', track: 'minmax(62px, 0.5fr)', cell: (row) => <ServiceName of={row.service} /> },
  { header: recipient, track: 'minmax(106px, 0.6fr)', cell: (row) => phoneText(row.phone_number) },
  { header: 'Amount', track: '94px', number: true, cell: (row) => naira(row.amount) },
  { header: 'Balance', track: '102px', number: true, cell: (row) => naira(row.wallet_balance) },
  { header: 'Status', track: '120px', cell: (row) => <StatusBadge status={row.transaction_status} /> },
];

/** Histories of purchases differ in what they call themselves and their recipients. */
export const transactionHistory = (purchases: Purchases): HistoryKind<TransactionRow> => ({
  title: purchases.title,
  lead: purchases.lead,
  columns: columnsOf(purchases),
  rowKey: (row) => row.api_transaction_reference,
  card: (row) => <TransactionCard row={row} />,
  cardPx: 72,
  empty: {
    title: 'No transactions yet',
    text: 'What you buy appears here, from the moment you ask for it.',
    action: <Link to={purchases.buy.to}>{purchases.buy.label}</Link>,
  },
});
