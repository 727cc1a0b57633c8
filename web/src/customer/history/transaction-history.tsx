import { Link } from 'react-router-dom';
import type { TransactionRow } from '../../api/transactions.api.js';
import { Balance } from '../../domain/balance.js';
import { BrandMark } from '../../domain/brands/brand-mark.js';
import { labelText } from '../../domain/brands/brands.js';
import { phoneText } from '../../domain/phone.js';
import { ReceiptLink, StatusBadge, TransactionCard } from '../../domain/transaction-card.js';
import { type Message, msg, t } from '../../languages/language.js';
import { lagosTime, naira } from '../../ui/format.js';
import type { AdminColumn } from '../../ui/table/data-table.js';
import type { HistoryKind } from './history-table.js';
import classes from './movement.module.css';

interface Purchases {
  readonly title: Message;
  readonly lead: Message;
  /** Label for the API field `phone_number`. */
  readonly recipient?: Message;
  /** Label for the API field `token_pin`. Absent when the product has neither a token nor a pin. */
  readonly artefact?: Message;
  readonly buy: { readonly to: string; readonly label: Message };
}

interface MarkedProps {
  readonly row: TransactionRow;
  readonly small?: boolean;
  readonly children: string;
}

const Marked = ({ row, small, children }: MarkedProps) => (
  <span className={classes.cell} data-small={small || undefined}>
    <BrandMark service={row.service.toLowerCase()} label={row.product} />
    <span>
      <span>{children}</span>
    </span>
  </span>
);

const columnsOf = ({
  recipient = msg('Phone'),
  artefact,
}: Purchases): readonly AdminColumn<TransactionRow>[] => [
  { id: 'date', header: t('Date'), track: '176px', cell: (row) => lagosTime(row.transaction_history_date) },
  {
    id: 'reference',
    header: t('Reference'),
    track: 'minmax(74px, 1fr)',
    cell: (row) => (
      <ReceiptLink reference={row.api_transaction_reference} to={row.api_transaction_reference} />
    ),
  },
  artefact
    ? {
        id: 'artefact',
        header: t(artefact),
        track: 'minmax(98px, 1.2fr)',
        wrap: true,
        cell: (row) => row.token_pin ?? '',
      }
    : {
        id: 'service',
        header: t('Service'),
        track: 'minmax(128px, 1.4fr)',
        wrap: true,
        cell: (row) => <Marked row={row}>{labelText(row.product)}</Marked>,
      },
  {
    id: 'recipient',
    header: t(recipient),
    track: artefact ? 'minmax(128px, 0.8fr)' : 'minmax(98px, 0.6fr)',
    cell: (row) =>
      artefact ? (
        <Marked row={row} small>
          {phoneText(row.phone_number)}
        </Marked>
      ) : (
        phoneText(row.phone_number)
      ),
  },
  {
    id: 'amount',
    header: t('Amount'),
    track: 'minmax(84px, max-content)',
    number: true,
    cell: (row) => naira(row.amount),
  },
  {
    id: 'balance',
    header: t('Balance'),
    track: 'minmax(96px, max-content)',
    number: true,
    cell: (row) => <Balance amount={row.wallet_balance} />,
  },
  {
    id: 'status',
    header: t('Status'),
    track: '112px',
    cell: (row) => <StatusBadge status={row.transaction_status} />,
  },
];

export const transactionHistory = (purchases: Purchases): HistoryKind<TransactionRow> => ({
  name: 'purchases',
  title: t(purchases.title),
  lead: t(purchases.lead),
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
    title: t('No transactions yet'),
    text: t('What you buy appears here, from the moment you ask for it.'),
    action: <Link to={purchases.buy.to}>{t(purchases.buy.label)}</Link>,
  },
});
