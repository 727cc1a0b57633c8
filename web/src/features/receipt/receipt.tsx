import { Link } from 'react-router-dom';
import type { Transaction } from '../../api/transactions.api.js';
import { Card } from '../../ui/card.js';
import { lagosTime, naira } from '../../ui/format.js';
import { NetworkBadge } from '../../ui/network-badge.js';
import { networkName, networkOf } from '../../ui/networks.js';
import { phoneText } from '../../ui/phone.js';
import { serviceName } from '../../ui/services.js';
import { StatusBadge } from '../../ui/status-badge.js';
import { ReceiptActions } from './receipt-actions.js';
import { RefundClock } from './refund-clock.js';
import { isOpen, timelineOf } from './timeline.js';
import { TimelineView } from './timeline-view.js';
import classes from './receipt.module.css';

const PAID: Readonly<Record<Transaction['transaction_status'], string>> = {
  Pending: 'Held from your wallet',
  Successful: 'You paid',
  Refunded: 'Returned to you',
  Reversed: 'Returned to you',
};

/** One purchase from request to end, and everything people need to quote it. */
export function Receipt({ transaction }: { readonly transaction: Transaction }) {
  const network = networkOf(transaction.network);
  const steps = timelineOf(transaction);
  const latest = [...steps].reverse().find((step) => step.state !== 'upcoming');
  return (
    <>
      <Card className={classes.receipt ?? ''}>
        <div className={classes.head}>
          {network ? <NetworkBadge network={network} /> : null}
          <div>
            <p className={classes.amount}>{naira(transaction.face_value)}</p>
            <p>
              {network ? networkName(network) : serviceName(transaction.service)} airtime to{' '}
              {phoneText(transaction.phone_number)}
            </p>
          </div>
          <StatusBadge status={transaction.transaction_status} />
        </div>
        <TimelineView steps={steps} />
        <p className="nl-hidden" role="status">
          {latest?.title}. {latest?.text}
        </p>
        {isOpen(transaction) ? <RefundClock requestedAt={transaction.transaction_history_date} /> : null}
        <dl className={classes.details}>
          <Detail name="Reference" value={transaction.api_transaction_reference} />
          <Detail name="Date" value={lagosTime(transaction.transaction_history_date)} />
          <Detail name="Service" value={serviceName(transaction.service)} />
          {network ? <Detail name="Network" value={networkName(network)} /> : null}
          <Detail name="Phone number" value={phoneText(transaction.phone_number)} />
          <Detail name="Amount" value={naira(transaction.face_value)} />
          <Detail name="Discount" value={naira(transaction.discount)} />
          <Detail name={PAID[transaction.transaction_status]} value={naira(transaction.price)} />
          <Detail name="Balance after" value={naira(transaction.wallet_balance)} />
        </dl>
        <ReceiptActions transaction={transaction} />
      </Card>
      <p className={classes.next}>
        <Link
          to="/airtime"
          state={{
            phone: phoneText(transaction.phone_number),
            amount: String(transaction.face_value),
            chosen: network,
          }}
        >
          Buy again
        </Link>
        <Link to="/thistory">All transactions</Link>
      </p>
    </>
  );
}

function Detail({ name, value }: { readonly name: string; readonly value: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  );
}
