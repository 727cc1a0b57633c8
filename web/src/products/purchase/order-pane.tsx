import { useDebouncedValue } from '@mantine/hooks';
import { skipToken } from '@reduxjs/toolkit/query';
import { Link } from 'react-router-dom';
import type { Service } from '../../../../services/contracts/services.js';
import { buyer } from '../../domain/buyer.js';
import { t } from '../../languages/language.js';
import { Card } from '../../ui/layout/page.js';
import { LastPurchases } from './last-purchases.js';
import classes from './order-pane.module.css';
import { OrderSummary } from './confirm/order-summary.js';
import type { OrderShown } from './purchase-intent.js';
import { useQuoteQuery, type QuoteRequest } from './confirm/quote.api.js';
import { RecentRecipients } from './recent-recipients.js';
import type { RecipientChoice } from './recipients.js';

export interface OrderSoFar {
  readonly shown: OrderShown;
  readonly quote: QuoteRequest | undefined;
  readonly recipients?: RecipientChoice;
}

/** Milliseconds without a change of the form before `useQuoteQuery` asks for the price. */
const QUOTE_DELAY_MS = 400;

export default function OrderPane({
  service,
  shown,
  quote: wanted,
  recipients,
}: OrderSoFar & { readonly service: Service }) {
  const asked = JSON.stringify(wanted);
  const [settled] = useDebouncedValue(asked, QUOTE_DELAY_MS);
  const { currentData, isFetching } = useQuoteQuery(
    settled ? (JSON.parse(settled) as QuoteRequest) : skipToken,
  );
  const quote = asked === settled ? currentData : undefined;
  const coming = asked !== undefined && (asked !== settled || isFetching);
  const { house } = buyer();
  return (
    <div className={classes.pane}>
      <Card title={t('Your order')}>
        <OrderSummary shown={shown} quote={quote} unknown={coming ? '…' : '–'} />
        {quote && quote.balance_after < 0 ? (
          <p className={classes.short}>
            {t('The wallet does not hold enough for this.')}{' '}
            {house ? null : <Link to="/topup">{t('Top up')}</Link>}
          </p>
        ) : null}
      </Card>
      {recipients ? <RecentRecipients {...recipients} /> : null}
      {house ? null : <LastPurchases service={service} />}
    </div>
  );
}
