import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import type { Transaction } from '../../api/transactions.api.js';
import { buyer } from '../../domain/buyer.js';
import { Balance } from '../../domain/balance.js';
import { phoneText } from '../../domain/phone.js';
import { useProductOf } from '../../domain/products.js';
import { type Message, msg, repeat, t } from '../../languages/language.js';
import { wasBought } from '../../products/purchase/use-again.js';
import { lagosClock, lagosTime, naira } from '../../ui/format.js';
import { Card } from '../../ui/layout/page.js';
import { CheckStatus } from './check-status.js';
import { ReceiptActions } from './receipt-actions.js';
import { Artefacts, Detail, isArtefact } from './receipt-facts.js';
import { ReceiptHead } from '../../domain/receipt/receipt-head.js';
import { serviceOf } from '../../domain/receipt/receipt-texts.js';
import { ReportedProblem } from './report-problem.js';
import { RefundClock } from './refund-clock.js';
import { ShareReceipt } from './share-receipt.js';
import { TimelineView } from '../../domain/receipt/timeline-view.js';
import { isOpen, timelineOf, type TimelineStep } from '../../domain/receipt/timeline.js';
import classes from './receipt.module.css';

const PAID: Readonly<Record<Transaction['transaction_status'], Message>> = {
  Pending: msg('Held from your wallet'),
  Successful: msg('You paid'),
  Refunded: msg('Returned to you'),
  Reversed: msg('Returned to you'),
};

const BALANCE_AFTER_RETURN: typeof PAID = {
  Pending: msg('Balance after return'),
  Successful: msg('Balance after part return'),
  Refunded: msg('Balance after refund'),
  Reversed: msg('Balance after reversal'),
};

export function Receipt({ transaction }: { readonly transaction: Transaction }) {
  const recipient = phoneText(transaction.phone_number);
  const steps = timelineOf(transaction);
  const latest = [...steps].reverse().find((step) => step.state !== 'upcoming');
  const product = useProductOf(transaction.service);
  const serviceName = product ? t(product.name) : transaction.service;
  const again = product?.again;
  const { house, history, form: formOf } = buyer();
  const form = formOf(product);
  const artefact = isArtefact(product);
  const recipientToldBelow = transaction.facts.some(({ value }) => value === recipient);
  return (
    <>
      <Card className={classes.receipt ?? ''}>
        <ReceiptHead transaction={transaction} serviceName={serviceName} recipient={recipient} />
        <Artefacts transaction={transaction} />
        <div className={classes.primary}>
          <ShareReceipt transaction={transaction} />
          {again && form ? (
            <Button
              component={Link}
              to={form}
              size="md"
              variant="default"
              state={{ again: again.fill(wasBought(transaction)) }}
            >
              {t('Buy again')}
            </Button>
          ) : null}
        </div>
        <Folded when={transaction.transaction_status === 'Successful'} summary={summaryOf(steps)}>
          <TimelineView steps={steps} />
        </Folded>
        <p className="nl-hidden" role="status">
          {latest?.title}. {latest?.text}
        </p>
        {isOpen(transaction) ? (
          <>
            <RefundClock
              requestedAt={transaction.transaction_history_date}
              service={serviceOf(transaction)}
              regulated={product?.receipt.regulated === true}
            />
            <CheckStatus reference={transaction.api_transaction_reference} />
          </>
        ) : null}
        <ReportedProblem transaction={transaction} />
        <dl className={classes.details}>
          <Detail name={t('Reference')} value={transaction.api_transaction_reference} />
          <Detail name={t('Date')} value={lagosTime(transaction.transaction_history_date)} />
          <Detail name={t('Service')} value={serviceName} />
          {recipientToldBelow ? null : (
            <Detail name={product ? t(product.receipt.recipient) : t('Recipient')} value={recipient} />
          )}
          {transaction.facts
            .filter((fact) => fact.value !== '' && !artefact(fact))
            .map(({ label, value }, index) => (
              <Detail key={`${label} ${index}`} name={repeat(label)} value={value} />
            ))}
          <Detail name={t('Amount')} value={naira(transaction.face_value)} />
          {transaction.discount > 0 ? (
            <Detail name={t('Discount')} value={naira(transaction.discount)} />
          ) : null}
          <Detail name={t(PAID[transaction.transaction_status])} value={naira(transaction.price)} />
          {transaction.balance_after_return === undefined ? (
            <Detail name={t('Balance after')} value={<Balance amount={transaction.wallet_balance} />} />
          ) : (
            <>
              <Detail
                name={t('Balance after purchase')}
                value={<Balance amount={transaction.balance_after_purchase} />}
              />
              <Detail
                name={t(BALANCE_AFTER_RETURN[transaction.transaction_status])}
                value={<Balance amount={transaction.balance_after_return} />}
              />
            </>
          )}
        </dl>
        <ReceiptActions transaction={transaction} />
      </Card>
      <p className={classes.next}>
        <Link to={history}>{house ? t('House purchases') : t('All transactions')}</Link>
      </p>
    </>
  );
}

interface FoldedProps {
  readonly when: boolean;
  readonly summary: string;
  readonly children: ReactNode;
}

function Folded({ when, summary, children }: FoldedProps) {
  if (!when) return children;
  return (
    <details className={classes.folded}>
      <summary>{summary}</summary>
      {children}
    </details>
  );
}

/** Summary of the steps, such as "Requested 10:15:30, Delivered 10:15:32". */
function summaryOf(steps: readonly TimelineStep[]): string {
  return [steps[0], steps.at(-1)]
    .map((step) => (step?.at ? `${step.title} ${lagosClock(step.at)}` : ''))
    .join(', ');
}
