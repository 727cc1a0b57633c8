import { Button } from '@mantine/core';
import { Link } from 'react-router-dom';
import { NEWEST, useAllTransactionsQuery } from '../api/transactions.api.js';
import { buyer } from '../domain/buyer.js';
import { ServiceName } from '../domain/products.js';
import { t } from '../languages/language.js';
import { rich } from '../languages/rich.js';
import { Notice } from '../ui/feedback/notice.js';
import { lagosTime, naira } from '../ui/format.js';
import { Card } from '../ui/layout/page.js';
import type { PurchaseIntent } from './purchase-intent.js';
import classes from './purchase-page.module.css';
import { recipientOf } from './recipient-of.js';

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
      row.phone_number === recipientOf(intent.order) &&
      Date.parse(row.transaction_history_date) >= since,
  );
  return (
    <Card title={t('Checking your last purchase')}>
      <p>
        {intent.price === undefined ? '' : `${naira(intent.price)}, `}
        {rich('{action} {recipient}, asked for {time}.', {
          action: shown.action,
          recipient: <strong>{shown.recipient}</strong>,
          time: lagosTime(intent.createdAt),
        })}
      </p>
      <div className={classes.unfinished}>
        {found ? (
          <>
            <Notice tone="good" title={t('We found it in your history.')}>
              {t('Nothing was bought twice.')}
            </Notice>
            <Link to={buyer().receipt(found.api_transaction_reference)} onClick={onForget}>
              {t('See the receipt')}
            </Link>
            {/* One that is like it in all that is shown may be another: only its key says which. */}
            <Button variant="default" onClick={onAgain}>
              {t('Send it again safely')}
            </Button>
            <Button variant="default" onClick={onForget}>
              {t('Start a new one')}
            </Button>
          </>
        ) : (
          <>
            <Notice
              tone="warn"
              title={isFetching ? t('Looking it up…') : t('Pending: we do not know its outcome yet.')}
            >
              {rich(
                'It is not among your newest {service} transactions so far. Sending it again is safe: it is the same purchase, so you are never charged twice.',
                { service: <ServiceName of={service} /> },
              )}
            </Notice>
            <Button onClick={onAgain}>{t('Send it again safely')}</Button>
            <Button variant="default" onClick={() => void refetch()}>
              {t('Check now')}
            </Button>
            <Button variant="subtle" onClick={onForget}>
              {t('Give it up and start anew')}
            </Button>
          </>
        )}
      </div>
    </Card>
  );
}
