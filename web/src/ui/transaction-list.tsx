import { Link } from 'react-router-dom';
import type { TransactionRow } from '../api/transactions.api.js';
import { lagosTime, naira } from './format.js';
import { phoneText } from './phone.js';
import { serviceName } from './services.js';
import { StatusBadge } from './status-badge.js';
import classes from './transaction-list.module.css';

/** A few transactions that lead to their receipts. */
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

/** One transaction where there is no room for a row of a table. */
export function TransactionCard({ row }: { readonly row: TransactionRow }) {
  return (
    <Link className={classes.row} to={`/receipt/${encodeURIComponent(row.api_transaction_reference)}`}>
      <span className={classes.what}>
        <strong>
          <span>{serviceName(row.service)}</span> <span>{phoneText(row.phone_number)}</span>
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
