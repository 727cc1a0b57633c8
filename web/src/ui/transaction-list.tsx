import { Link } from 'react-router-dom';
import type { TransactionRow } from '../api/transactions.api.js';
import { lagosTime, naira } from './format.js';
import { phoneText } from './phone.js';
import { serviceName } from './services.js';
import { StatusBadge } from './status-badge.js';
import classes from './transaction-list.module.css';

/** From here the browser is told not to lay out what is out of sight. */
const LONG = 50;

/** Transactions as cards that lead to their receipts: on phones, and wherever there is no room for a table. */
export function TransactionList({ rows }: { readonly rows: readonly TransactionRow[] }) {
  return (
    <ul className={classes.list} data-long={rows.length > LONG || undefined}>
      {rows.map((row) => (
        <li key={row.api_transaction_reference}>
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
        </li>
      ))}
    </ul>
  );
}
