import { Link } from 'react-router-dom';
import type { TransactionRow } from '../api/transactions.api.js';
import { lagosTime, naira } from '../ui/format.js';
import { phoneText } from './phone.js';
import { ServiceName } from './products.js';
import { BrandMark } from './brands/brand-mark.js';
import classes from './transaction-card.module.css';
import type { TransactionStatus } from '../../../services/contracts/services.js';
import { msg, t, type Message } from '../languages/language.js';
import { CheckIcon, ClockIcon, SwapIcon } from '../ui/icons.js';
import badgeClasses from './status-badge.module.css';

export function TransactionList({ rows }: { readonly rows: readonly TransactionRow[] }) {
  return (
    <ul className={classes.list}>
      {rows.map((row) => (
        <li key={row.api_transaction_reference}>
          <TransactionCard row={row} />
        </li>
      ))}
    </ul>
  );
}

export function TransactionCard({ row }: { readonly row: TransactionRow }) {
  return (
    <Link className={classes.row} to={receiptOf(row.api_transaction_reference)}>
      <BrandMark service={row.service.toLowerCase()} label={row.product} />
      <span className={classes.what}>
        <strong>
          <span>
            <ServiceName of={row.service} />
          </span>{' '}
          <span>{phoneText(row.phone_number)}</span>
        </strong>
        <span>{lagosTime(row.transaction_history_date)}</span>
      </span>
      <span className={classes.money}>
        <strong className="nl-number">{naira(row.amount)}</strong>
        <StatusBadge status={row.transaction_status} />
      </span>
    </Link>
  );
}

const LOOK: Readonly<Record<TransactionStatus, { tone: string; Icon: typeof CheckIcon }>> = {
  Pending: { tone: 'warn', Icon: ClockIcon },
  Successful: { tone: 'good', Icon: CheckIcon },
  Refunded: { tone: 'info', Icon: SwapIcon },
  Reversed: { tone: 'info', Icon: SwapIcon },
};

const STATUS: Readonly<Record<TransactionStatus, Message>> = {
  Pending: msg('Pending'),
  Successful: msg('Successful'),
  Refunded: msg('Refunded'),
  Reversed: msg('Reversed'),
};

/** A status that this version of the app does not know stays without a translation. */
export const statusText = (status: TransactionStatus): string =>
  Object.hasOwn(STATUS, status) ? t(STATUS[status]) : status;

export function StatusBadge({ status }: { readonly status: TransactionStatus }) {
  const { tone, Icon } = LOOK[status] ?? LOOK.Pending;
  return (
    <span className={badgeClasses.badge} data-tone={tone}>
      <Icon width="1em" height="1em" strokeWidth={2.25} />
      {statusText(status)}
    </span>
  );
}

export const receiptOf = (reference: string): string => `/receipt/${encodeURIComponent(reference)}`;

interface ReceiptLinkProps {
  readonly reference: string;
  readonly to: string;
}

export function ReceiptLink({ reference, to }: ReceiptLinkProps) {
  return to ? (
    <Link to={receiptOf(to)} title={reference}>
      {reference}
    </Link>
  ) : (
    <span title={reference}>{reference}</span>
  );
}
