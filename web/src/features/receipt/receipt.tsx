import { Link } from 'react-router-dom';
import { useBeneficiariesQuery } from '../../api/beneficiaries.api.js';
import type { Transaction } from '../../api/transactions.api.js';
import { Card } from '../../ui/card.js';
import { lagosTime, naira } from '../../ui/format.js';
import { NetworkBadge } from '../../ui/network-badge.js';
import { networkOf } from '../../ui/networks.js';
import { phoneText } from '../../ui/phone.js';
import { serviceName } from '../../ui/services.js';
import { StatusBadge } from '../../ui/status-badge.js';
import { buyAgain } from './buy-again.js';
import { CheckStatus } from './check-status.js';
import { ReceiptActions } from './receipt-actions.js';
import { Artefacts, Detail, isArtefact } from './receipt-facts.js';
import { RECIPIENT_NAME, serviceOf } from './receipt-texts.js';
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
  const recipient = phoneText(transaction.phone_number);
  const steps = timelineOf(transaction);
  const latest = [...steps].reverse().find((step) => step.state !== 'upcoming');
  const { data: recipients } = useBeneficiariesQuery(serviceOf(transaction));
  const known = [...(recipients?.saved ?? []), ...(recipients?.recent ?? [])].find(
    (each) => phoneText(each.recipient) === recipient,
  );
  const again = buyAgain(transaction, known);
  const artefact = isArtefact(transaction);
  const recipientToldBelow = transaction.facts.some(({ value }) => value === recipient);
  return (
    <>
      <Card className={classes.receipt ?? ''}>
        <div className={classes.head}>
          {network ? <NetworkBadge network={network} /> : null}
          <div>
            <p className={classes.amount}>{naira(transaction.face_value)}</p>
            <p>
              {transaction.product || serviceName(transaction.service)} to {recipient}
            </p>
          </div>
          <StatusBadge status={transaction.transaction_status} />
        </div>
        <Artefacts transaction={transaction} />
        <TimelineView steps={steps} />
        <p className="nl-hidden" role="status">
          {latest?.title}. {latest?.text}
        </p>
        {isOpen(transaction) ? (
          <>
            <RefundClock
              requestedAt={transaction.transaction_history_date}
              service={serviceOf(transaction)}
            />
            <CheckStatus reference={transaction.api_transaction_reference} />
          </>
        ) : null}
        <dl className={classes.details}>
          <Detail name="Reference" value={transaction.api_transaction_reference} />
          <Detail name="Date" value={lagosTime(transaction.transaction_history_date)} />
          <Detail name="Service" value={serviceName(transaction.service)} />
          {recipientToldBelow ? null : (
            <Detail name={RECIPIENT_NAME[serviceOf(transaction)] ?? 'Recipient'} value={recipient} />
          )}
          {transaction.facts
            .filter((fact) => fact.value !== '' && !artefact(fact))
            .map(({ label, value }, index) => (
              <Detail key={`${label} ${index}`} name={label} value={value} />
            ))}
          <Detail name="Amount" value={naira(transaction.face_value)} />
          {transaction.discount > 0 ? <Detail name="Discount" value={naira(transaction.discount)} /> : null}
          <Detail name={PAID[transaction.transaction_status]} value={naira(transaction.price)} />
          <Detail name="Balance after" value={naira(transaction.wallet_balance)} />
        </dl>
        <ReceiptActions transaction={transaction} />
      </Card>
      <p className={classes.next}>
        {again ? (
          <Link to={again.to} state={{ again: again.again }}>
            Buy again
          </Link>
        ) : null}
        <Link to="/thistory">All transactions</Link>
      </p>
    </>
  );
}
