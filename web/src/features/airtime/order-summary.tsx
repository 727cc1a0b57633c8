import type { Quote } from '../../api/user-data.api.js';
import { naira } from '../../ui/format.js';
import { NetworkBadge } from '../../ui/network-badge.js';
import { networkName } from '../../ui/networks.js';
import type { PurchaseIntent } from './purchase-intent.js';
import classes from './order-summary.module.css';

interface OrderSummaryProps {
  readonly intent: PurchaseIntent;
  readonly quote: Quote | undefined;
}

/** Who gets what, what it costs and what is left: the sentence the PIN signs. */
export function OrderSummary({ intent, quote }: OrderSummaryProps) {
  const money = (amount: number | undefined): string => (amount === undefined ? '…' : naira(amount));
  return (
    <div className={classes.summary} id="order-summary">
      <div className={classes.recipient}>
        <NetworkBadge network={intent.network} />
        <div>
          <span>Airtime to</span>
          <strong>{grouped(intent.phone)}</strong>
        </div>
      </div>
      <dl className={classes.lines}>
        <div>
          <dt>Network</dt>
          <dd>{networkName(intent.network)}</dd>
        </div>
        <div>
          <dt>Amount</dt>
          <dd>{naira(Number(intent.amount))}</dd>
        </div>
        <div>
          <dt>Discount</dt>
          <dd>{quote ? `−${naira(quote.discount)}` : '…'}</dd>
        </div>
        <div className={classes.total}>
          <dt>You pay</dt>
          <dd>{money(quote?.price)}</dd>
        </div>
        <div>
          <dt>Balance after</dt>
          <dd>{money(quote?.balance_after)}</dd>
        </div>
      </dl>
    </div>
  );
}

/** 0803 123 4567: easier to check than eleven digits in a row. */
const grouped = (phone: string): string => phone.replace(/^(\d{4})(\d{3})(\d{4})$/, '$1 $2 $3');
