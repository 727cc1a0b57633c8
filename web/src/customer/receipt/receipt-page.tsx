import { useEffect, useState } from 'react';
import { useSelector } from 'react-redux';
import { Link, useLocation, useParams } from 'react-router-dom';
import type { Service } from '../../../../services/contracts/services.js';
import { failureOf } from '../../api/failure.js';
import { useTransactionQuery } from '../../api/transactions.api.js';
import { buyer } from '../../domain/buyer.js';
import { LoadError } from '../../domain/load-error.js';
import { useProductOf } from '../../domain/products.js';
import { t } from '../../languages/language.js';
import { LiveToggle } from '../../live/live-toggle.js';
import type { LiveState } from '../../live/live.slice.js';
import { EmptyState } from '../../ui/feedback/empty-state.js';
import { PageLoader } from '../../ui/feedback/loading.js';
import { Notice } from '../../ui/feedback/notice.js';
import { Contacts } from '../../ui/layout/contacts.js';
import { Card, Page } from '../../ui/layout/page.js';
import { titleOf } from '../../domain/receipt/receipt-texts.js';
import { Receipt } from './receipt.js';
import { isOpen } from '../../domain/receipt/timeline.js';

const NEW_PURCHASE_POLL_MS = 1_000;
const NEW_PURCHASE_POLLS = 15;
const OPEN_POLL_MS = 5_000;

interface JustBought {
  readonly justBought?: boolean;
  readonly service?: Service;
  readonly message?: string;
}

export default function ReceiptPage() {
  const { reference = '' } = useParams();
  const { justBought, service, message } = (useLocation().state ?? {}) as JustBought;
  const live = useSelector((state: { live: LiveState }) => state.live.status === 'live');
  const { data, error, isFetching, refetch } = useTransactionQuery(reference, {
    refetchOnMountOrArgChange: true,
  });
  const product = useProductOf(data?.service ?? '');
  const acceptedText = useProductOf(service ?? '')?.acceptedText;
  const said = acceptedText ? t(acceptedText) : message;
  const [polls, setPolls] = useState(0);

  // Ask repeatedly while the read model lacks a new purchase, and while a purchase is open without live
  // updates.
  const missing = failureOf(error)?.code === 'TRANSACTION_NOT_FOUND';
  const awaited = !data && missing && justBought && polls < NEW_PURCHASE_POLLS;
  const isLate = !data && missing && justBought && !awaited;
  const pause = awaited
    ? NEW_PURCHASE_POLL_MS
    : isLate || (data && isOpen(data) && !live)
      ? OPEN_POLL_MS
      : undefined;
  useEffect(() => {
    if (pause === undefined || isFetching) return;
    const timer = setTimeout(() => {
      setPolls((asked) => asked + 1);
      void refetch();
    }, pause);
    return () => clearTimeout(timer);
  }, [pause, isFetching, refetch]);

  if (data)
    return (
      <Page title={titleOf(data, product?.receipt)} narrow aside={isOpen(data) ? <LiveToggle /> : null}>
        {justBought && isOpen(data) && said ? <Notice tone="good">{said}</Notice> : null}
        <Receipt transaction={data} />
        <Contacts />
      </Page>
    );
  if (awaited || (!error && !data)) return <PageLoader />;
  if (isLate)
    return (
      <Page title={t('Receipt')} narrow>
        <Notice tone="warn" title={t('Your request was accepted and is not shown here yet.')}>
          {t('Do not buy it again: {reference} appears here as soon as it can be shown.', { reference })}
        </Notice>
      </Page>
    );
  if (missing)
    return (
      <Page title={t('Receipt')} narrow>
        <Card>
          <EmptyState
            title={t('There is no transaction with this reference')}
            action={<Link to={buyer().history}>{t('See your history')}</Link>}
          >
            {reference}
          </EmptyState>
        </Card>
      </Page>
    );
  return (
    <Page title={t('Receipt')} narrow>
      <LoadError
        error={error}
        fallback={t('The receipt could not be loaded.')}
        onRetry={() => void refetch()}
      />
    </Page>
  );
}
