import { Button } from '@mantine/core';
import { Link } from 'react-router-dom';
import { NEWEST, useAllTransactionsQuery } from '../api/transactions.api.js';
import { buyer } from '../domain/buyer.js';
import { ServiceName } from '../domain/products.js';
import { Notice } from '../ui/feedback/notice.js';
import { lagosTime, naira } from '../ui/format.js';
import { Card } from '../ui/layout/page.js';
import type { PurchaseIntent } from './purchase-intent.js';
import classes from './purchase-stage.module.css';

/** The clock of a phone may be wrong by this much. */
const CLOCK_TOLERANCE_MS = 120_000;

interface UnfinishedPurchaseProps {
  readonly intent: PurchaseIntent;
  readonly onAgain: () => void;
  readonly onForget: () => void;
}

/** After a lost answer or a reload: finds out what became of the last purchase before another one can be made. */
export default function UnfinishedPurchase({ intent, onAgain, onForget }: UnfinishedPurchaseProps) {
  const { service, shown } = intent.order;
  const { data, isFetching, refetch } = useAllTransactionsQuery(
    { ...NEWEST, service },
    { refetchOnMountOrArgChange: true },
  );
  const since = Date.parse(intent.createdAt) - CLOCK_TOLERANCE_MS;
  const found = data?.all_user_transaction.find(
    (row) =>
      row.service.toLowerCase() === service &&
      row.amount === intent.price &&
      Date.parse(row.transaction_history_date) >= since,
  );
  return (
    <Card title="Checking your last purchase">
      <p>
        {intent.price === undefined ? '' : `${naira(intent.price)}, `}
        {shown.action} <strong>{shown.recipient}</strong>, asked for {lagosTime(intent.createdAt)}.
      </p>
      <div className={classes.unfinished}>
        {found ? (
          <>
            <Notice tone="good" title="We found it in your history.">
              Nothing was bought twice.
            </Notice>
            <Link to={buyer().receipt(found.api_transaction_reference)} onClick={onForget}>
              See the receipt
            </Link>
            <Button variant="default" onClick={onForget}>
              Start a new one
            </Button>
          </>
        ) : (
          <>
            <Notice
              tone="warn"
              title={isFetching ? 'Looking it up…' : 'Pending: we do not know its outcome yet.'}
            >
              It is not among your newest <ServiceName of={service} /> transactions so far. Sending it again
              is safe: it is the same purchase, so you are never charged twice.
            </Notice>
            <Button onClick={onAgain}>Send it again safely</Button>
            <Button variant="default" onClick={() => void refetch()}>
              Check now
            </Button>
            <Button variant="subtle" onClick={onForget}>
              Give it up and start anew
            </Button>
          </>
        )}
      </div>
    </Card>
  );
}
