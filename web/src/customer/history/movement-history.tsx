import { Link } from 'react-router-dom';
import type { WalletMovement } from '../../api/transactions.api.js';
import { Balance, SignedAmount } from '../../domain/balance.js';
import { BrandMark } from '../../domain/brands/brand-mark.js';
import { labelText } from '../../domain/brands/brands.js';
import { phoneText } from '../../domain/phone.js';
import { ServiceName } from '../../domain/products.js';
import { ReceiptLink, receiptOf, StatusBadge } from '../../domain/transaction-card.js';
import { type Message, msg, t } from '../../languages/language.js';
import { lagosMinute, lagosTime } from '../../ui/format.js';
import type { AdminColumn } from '../../ui/table/data-table.js';
import type { HistoryKind } from './history-table.js';
import classes from './movement.module.css';

const BEFORE: Readonly<Partial<Record<WalletMovement['kind'], Message>>> = {
  'part-return': msg('Part returned: {what}'),
  refund: msg('Refund: {what}'),
  reversal: msg('Reversal: {what}'),
};
const RETURNED: ReadonlySet<string> = new Set(Object.keys(BEFORE));

/** A purchase and its refund have the same receipt. */
const receiptReference = ({ service, reference }: WalletMovement): string => (service ? reference : '');

const isPaidIn = ({ kind, amount }: WalletMovement): boolean => kind === 'funding' && amount > 0;

function titleOf(row: WalletMovement): string {
  if (isPaidIn(row)) return t('Wallet funding');
  const before = BEFORE[row.kind];
  return before ? t(before, { what: labelText(row.title) }) : labelText(row.title);
}

/** Recipient of outgoing money, or payer of incoming money. */
const otherSide = (row: WalletMovement): string => (isPaidIn(row) ? row.title : phoneText(row.recipient));

const Mark = ({ row }: { readonly row: WalletMovement }) => (
  <BrandMark service={markedService(row)} label={row.title} returned={RETURNED.has(row.kind)} />
);

const markedService = ({ service, kind }: WalletMovement): string =>
  service || (kind === 'funding' ? '' : kind);

const columns = (): readonly AdminColumn<WalletMovement>[] => [
  { id: 'date', header: t('Date'), track: '176px', cell: (row) => lagosTime(row.at) },
  {
    id: 'what',
    header: t('Service'),
    track: 'minmax(190px, 1.6fr)',
    cell: (row) => (
      <span className={classes.cell}>
        <Mark row={row} />
        <span>
          <span>{titleOf(row)}</span>
          <span className={classes.quiet}>{otherSide(row)}</span>
        </span>
      </span>
    ),
  },
  {
    id: 'reference',
    header: t('Reference'),
    track: 'minmax(60px, 1fr)',
    cell: (row) => <ReceiptLink reference={row.reference} to={receiptReference(row)} />,
  },
  {
    id: 'amount',
    header: t('Amount'),
    track: 'minmax(110px, max-content)',
    number: true,
    cell: (row) => <SignedAmount amount={row.amount} />,
  },
  {
    id: 'balance',
    header: t('Balance'),
    track: 'minmax(104px, max-content)',
    number: true,
    cell: (row) => <Balance amount={row.balance} />,
  },
  { id: 'status', header: t('Status'), track: '110px', cell: (row) => <StatusBadge status={row.status} /> },
  {
    id: 'service',
    header: t('Kind of service'),
    track: '120px',
    optional: true,
    cell: (row) => (row.service ? <ServiceName of={row.service} /> : ''),
  },
];

export const movementHistory = (told: {
  readonly title: string;
  readonly lead: string;
}): HistoryKind<WalletMovement> => ({
  name: 'movements',
  ...told,
  columns: columns(),
  rowKey: (row) => row.id,
  rowLabel: titleOf,
  at: (row) => row.at,
  receipt: receiptReference,
  again: ({ kind, service, reference, title, recipient }) =>
    kind === 'purchase'
      ? { service, reference, name: `${labelText(title)}, ${phoneText(recipient)}` }
      : undefined,
  card: (row) => <MovementCard row={row} />,
  cardPx: 76,
  empty: {
    title: t('No transactions yet'),
    text: t('What you buy and what you pay in appears here, from the moment you ask for it.'),
    action: (
      <>
        <Link to="/topup">{t('Top up your wallet')}</Link> <Link to="/airtime">{t('Buy airtime')}</Link>
      </>
    ),
  },
});

function MovementCard({ row }: { readonly row: WalletMovement }) {
  const reference = receiptReference(row);
  const other = otherSide(row);
  const what = (
    <>
      <Mark row={row} />
      <span className={classes.what}>
        <strong>{titleOf(row)}</strong>
        {other ? <span className={classes.quiet}>{other}</span> : null}
        <span className={classes.when}>
          <time dateTime={row.at}>{lagosMinute(row.at)}</time>
          {row.status === 'Successful' ? null : <StatusBadge status={row.status} />}
        </span>
      </span>
      <span className={classes.money}>
        <strong>
          <SignedAmount amount={row.amount} />
        </strong>
        <span className={classes.quiet}>
          <span className="nl-hidden">{t('Balance')} </span>
          <Balance amount={row.balance} />
        </span>
      </span>
    </>
  );
  return reference ? (
    <Link className={classes.card} to={receiptOf(reference)}>
      {what}
    </Link>
  ) : (
    <div className={classes.card}>{what}</div>
  );
}
