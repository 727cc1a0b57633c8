import type { FundingRow } from '../../api/transactions.api.js';
import { lagosTime, naira } from '../../ui/format.js';
import { StatusBadge } from '../../ui/status-badge.js';
import classes from './funding-card.module.css';

/** One payment into the wallet, for phones. */
export function FundingCard({ row }: { readonly row: FundingRow }) {
  return (
    <div className={classes.card}>
      <div className={classes.line}>
        <strong className="nl-number">+{naira(row.amount_funded)}</strong>
        <StatusBadge status="Successful" />
      </div>
      <p>{row.funding_source}</p>
      <p>{lagosTime(row.funding_date)}</p>
      <p>
        {naira(row.wallet_before_funding)} <span aria-hidden="true">→</span>
        <span className="nl-hidden">became</span> {naira(row.wallet_after_funding)}
      </p>
      <p className={classes.reference}>{row.funding_refrence}</p>
    </div>
  );
}
