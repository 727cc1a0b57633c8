import { normalisePhone } from '../../../services/contracts/fields/phones.js';
import { Button } from '@mantine/core';
import { useEffect } from 'react';
import { useSelector } from 'react-redux';
import { Link } from 'react-router-dom';
import { NEWEST, useAllTransactionsQuery } from '../api/transactions.api.js';
import { buyer } from '../domain/buyer.js';
import { ServiceName } from '../domain/products.js';
import { t } from '../languages/language.js';
import { rich } from '../languages/rich.js';
import { Notice } from '../ui/feedback/notice.js';
import { lagosTime, naira } from '../ui/format.js';
import { Card } from '../ui/layout/page.js';
import type { Order, PurchaseIntent } from './purchase-intent.js';
import classes from './purchase-page.module.css';

/** The clock of a phone may be wrong by this much. */
const CLOCK_TOLERANCE_MS = 120_000;

/** As the store keeps it. */
interface Connected {
  readonly connection: {
    readonly online: boolean;
    readonly reached: boolean;
    readonly copyOf?: number | undefined;
  };
}

interface UnfinishedPurchaseProps {
  readonly intent: PurchaseIntent;
  readonly onAgain: () => void;
  readonly onForget: () => void;
}

/** After a lost answer or a reload: finds out what became of the last purchase before another one can be made. */
export default function UnfinishedPurchase({ intent, onAgain, onForget }: UnfinishedPurchaseProps) {
  const { service, shown } = intent.order;
  const { data, error, isFetching, refetch } = useAllTransactionsQuery(
    { ...NEWEST, service },
    { refetchOnMountOrArgChange: true },
  );
  const away = useSelector(
    ({ connection: { online, reached, copyOf } }: Connected) => !online || !reached || copyOf !== undefined,
  );
  // What was shown in the meantime may be a copy that this device kept.
  useEffect(() => {
    if (!away) void refetch();
  }, [away, refetch]);
  // Only an answer of the server says that it is not there: whoever gives it up for less may buy it twice.
  const looked = data !== undefined && !error && !isFetching && !away;
  const since = Date.parse(intent.createdAt) - CLOCK_TOLERANCE_MS;
  const found = data?.all_user_transaction.find(
    (row) =>
      row.service.toLowerCase() === service &&
      row.amount === intent.price &&
      isFor(intent.order, row.phone_number) &&
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
              title={
                looked
                  ? t('Pending: we do not know its outcome yet.')
                  : isFetching
                    ? t('Looking it up…')
                    : t('We could not look it up.')
              }
            >
              {looked
                ? rich(
                    'It is not among your newest {service} transactions so far. Sending it again is safe: it is the same purchase, so you are never charged twice.',
                    { service: <ServiceName of={service} /> },
                  )
                : t(
                    'It may have gone through. Sending it again is safe: it is the same purchase, so you are never charged twice.',
                  )}
            </Notice>
            <Button onClick={onAgain}>{t('Send it again safely')}</Button>
            <Button variant="default" onClick={() => void refetch()}>
              {t('Check now')}
            </Button>
            {looked ? (
              <Button variant="subtle" onClick={onForget}>
                {t('Give it up and start anew')}
              </Button>
            ) : null}
          </>
        )}
      </div>
    </Card>
  );
}

/** Whether an order is for whom a row of the history says: one phone as +2348031234567, several as the first and how many more. */
const isFor = ({ buy }: Pick<Order, 'buy'>, recipient: string): boolean =>
  // A row that names nobody is of what is bought for oneself.
  recipient === '' ||
  Object.values(buy.body).some(
    (typed) => typeof typed === 'string' && (typed === recipient || phonesOf(typed) === recipient),
  );

function phonesOf(typed: string): string {
  const phones = typed
    .split(/[,;\n\r]+/)
    .flatMap((entry) => normalisePhone(entry.replace(/[\s()-]/g, '')) ?? []);
  const [first = '', ...more] = new Set(phones);
  return more.length === 0 ? first : `${first} +${more.length}`;
}
