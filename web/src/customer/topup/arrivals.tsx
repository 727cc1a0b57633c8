import { useState } from 'react';
import { NEWEST, useFundingTransactionsQuery } from '../../api/transactions.api.js';
import { Balance } from '../../domain/balance.js';
import { t } from '../../languages/language.js';
import { rich } from '../../languages/rich.js';
import { Notice } from '../../ui/feedback/notice.js';
import { lagosTime, naira } from '../../ui/format.js';
import classes from './topup-page.module.css';

export function Arrivals() {
  const { data } = useFundingTransactionsQuery(NEWEST, { refetchOnMountOrArgChange: true });
  const rows = data?.all_user_transaction;
  const [known, setKnown] = useState<ReadonlySet<string>>();
  if (rows && !known) setKnown(new Set(rows.map((row) => row.id)));
  const arrived = known ? (rows ?? []).filter((row) => row.amount_funded > 0 && !known.has(row.id)) : [];
  if (arrived.length === 0)
    return (
      <p className={classes.waiting} role="status">
        {t('Waiting for your transfer. Keep this page open, or close it: the money finds its way.')}
      </p>
    );
  return (
    <div className={classes.arrived}>
      {arrived.map((row) => (
        <Notice
          key={row.id}
          tone="good"
          title={t('{amount} has arrived', { amount: naira(row.amount_funded) })}
        >
          {rich('From {source}, {time}. Your balance is now {balance}.', {
            source: row.funding_source,
            time: lagosTime(row.funding_date),
            balance: <Balance amount={row.wallet_after_funding} />,
          })}
        </Notice>
      ))}
    </div>
  );
}
