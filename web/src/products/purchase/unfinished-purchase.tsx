import { Button } from '@mantine/core';
import { useEffect } from 'react';
import { useSelector } from 'react-redux';
import { Link } from 'react-router-dom';
import { useAcceptedPurchaseQuery } from '../../api/transactions.api.js';
import { buyer } from '../../domain/buyer.js';
import { t } from '../../languages/language.js';
import { rich } from '../../languages/rich.js';
import { Notice } from '../../ui/feedback/notice.js';
import { lagosTime, naira } from '../../ui/format.js';
import { Card } from '../../ui/layout/page.js';
import type { PurchaseIntent } from './purchase-intent.js';
import classes from './purchase-page.module.css';

interface Connected {
  readonly connection: {
    readonly online: boolean;
    readonly reached: boolean;
  };
}

interface UnfinishedPurchaseProps {
  readonly intent: PurchaseIntent;
  readonly onAgain: () => void;
  readonly onForget: () => void;
}

/**
 * Replaces the purchase form until the outcome of the last purchase is known. Otherwise the customer could
 * pay twice.
 */
export default function UnfinishedPurchase({ intent, onAgain, onForget }: UnfinishedPurchaseProps) {
  const { service, shown } = intent.order;
  // Another purchase may have an equal order.
  const { data, error, isFetching, refetch } = useAcceptedPurchaseQuery(intent.key, {
    refetchOnMountOrArgChange: true,
  });
  const away = useSelector(({ connection: { online, reached } }: Connected) => !online || !reached);
  useEffect(() => {
    if (!away) void refetch();
  }, [away, refetch]);
  // Before the server has said that it has no such purchase, the customer could buy twice.
  const looked = data !== undefined && !error && !isFetching && !away;
  const found = data ?? undefined;
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
            <Notice tone="good" title={t('We found it: it was accepted.')}>
              {t('Nothing was bought twice.')}
            </Notice>
            <Link to={buyer().receipt(found)} state={{ justBought: true, service }} onClick={onForget}>
              {t('See the receipt')}
            </Link>
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
                ? t(
                    'Nothing was accepted so far. Sending it again is safe: it is the same purchase, so you are never charged twice.',
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
