import { Link } from 'react-router-dom';
import type { TransactionRow } from '../../api/transactions.api.js';
import { Balance } from '../../domain/balance.js';
import { phoneText } from '../../domain/phone.js';
import { ServiceName } from '../../domain/products.js';
import { ReceiptLink, StatusBadge, TransactionCard } from '../../domain/transaction-card.js';
import { lagosTime, naira } from '../../ui/format.js';
import type { AdminColumn } from '../../ui/table/admin-table.js';
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

const columnsOf = ({ recipient = 'Phone', artefact }: Purchases): readonly AdminColumn<TransactionRow>[] => [
  { id: 'date', header: 'Date', track: '178px', cell: (row) => lagosTime(row.transaction_history_date) },
  {
    id: 'reference',
    header: 'Reference',
    track: artefact ? 'minmax(90px, 1fr)' : 'minmax(120px, 1.6fr)',
    cell: (row) => (
      <ReceiptLink reference={row.api_transaction_reference} to={row.api_transaction_reference} />
    ),
  },
  artefact
    ? {
        id: 'artefact',
        header: artefact,
        track: 'minmax(110px, 1.2fr)',
        wrap: true,
        cell: (row) => row.token_pin ?? '',
      }
    : {
        id: 'service',
        header: 'Service',
        track: 'minmax(72px, 0.5fr)',
        cell: (row) => <ServiceName of={row.service} />,
      },
  {
    id: 'recipient',
    header: recipient,
    track: 'minmax(104px, 0.6fr)',
    cell: (row) => phoneText(row.phone_number),
  },
  { id: 'amount', header: 'Amount', track: '94px', number: true, cell: (row) => naira(row.amount) },
  {
    id: 'balance',
    header: 'Balance',
    track: '102px',
    number: true,
    cell: (row) => <Balance amount={row.wallet_balance} />,
  },
  {
    id: 'status',
    header: 'Status',
    track: '114px',
    cell: (row) => <StatusBadge status={row.transaction_status} />,
  },
];

/** Histories of purchases differ in what they call themselves and their recipients. */
export const transactionHistory = (purchases: Purchases): HistoryKind<TransactionRow> => ({
  name: 'purchases',
  title: purchases.title,
  lead: purchases.lead,
  columns: columnsOf(purchases),
  rowKey: (row) => row.api_transaction_reference,
  rowLabel: (row) => row.api_transaction_reference,
  at: (row) => row.transaction_history_date,
  receipt: (row) => row.api_transaction_reference,
  again: ({ service, api_transaction_reference: reference, phone_number: recipient }) => ({
    service,
    reference,
    name: phoneText(recipient),
  }),
  card: (row) => <TransactionCard row={row} />,
  cardPx: 72,
  empty: {
    title: 'No transactions yet',
    text: 'What you buy appears here, from the moment you ask for it.',
    action: <Link to={purchases.buy.to}>{purchases.buy.label}</Link>,
  },
});
