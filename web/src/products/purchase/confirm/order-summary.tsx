import type { ReactNode } from 'react';
import { Balance } from '../../../domain/balance.js';
import { NetworkBadge } from '../../../domain/brands/network.js';
import { t } from '../../../languages/language.js';
import { naira } from '../../../ui/format.js';
import type { OrderShown } from '../purchase-intent.js';
import type { Quote } from './quote.api.js';
import classes from './order-summary.module.css';

interface OrderSummaryProps {
  readonly shown: OrderShown;
  readonly quote: Quote | undefined;
  readonly unknown?: string;
}

export function OrderSummary({ shown, quote, unknown = '…' }: OrderSummaryProps) {
  const money = (amount: number | undefined): string => (amount === undefined ? unknown : naira(amount));
  return (
    <div className={classes.summary}>
      <div className={classes.recipient}>
        {shown.network ? <NetworkBadge network={shown.network} /> : null}
        <div>
          <span>{shown.action}</span>
          <strong>{grouped(shown.recipient) || '–'}</strong>
        </div>
      </div>
      <dl className={classes.lines}>
        {shown.lines.map(([name, value]) => (
          <Line key={name} name={name} value={value || '–'} />
        ))}
        <Line name={t('Amount')} value={money(quote?.amount)} />
        <Line
          name={t('Discount')}
          value={quote ? (quote.discount > 0 ? naira(-quote.discount) : t('None')) : unknown}
        />
        {quote?.fee === undefined ? null : <Line name={t('Fee')} value={naira(quote.fee)} />}
        <Line name={t('You pay')} value={money(quote?.price)} isTotal />
        <Line
          name={quote && quote.balance_after < 0 ? t('Missing') : t('Balance after')}
          value={quote ? <Balance amount={Math.abs(quote.balance_after)} /> : unknown}
        />
      </dl>
    </div>
  );
}

interface LineProps {
  readonly name: string;
  readonly value: ReactNode;
  readonly isTotal?: boolean;
}

const Line = ({ name, value, isTotal }: LineProps) => (
  <div className={isTotal ? classes.total : undefined}>
    <dt>{name}</dt>
    <dd>{value}</dd>
  </div>
);

/** Writes a phone number in groups, as 0803 123 4567. In groups, a wrong digit is easier to notice. */
const grouped = (text: string): string => text.replace(/^(\d{4})(\d{3})(\d{4})$/, '$1 $2 $3');

interface PriceLineProps {
  readonly name: string;
  /** Naira; undefined while incomplete. */
  readonly amount: number | undefined;
  readonly saved?: number | undefined;
  readonly text?: string | undefined;
  readonly problem?: string | undefined;
}

export function PriceLine({ name, amount, saved = 0, text, problem }: PriceLineProps) {
  return (
    <div className={classes.priceLine} role="status">
      <span>{name}</span>
      <strong>{amount === undefined ? '–' : naira(amount)}</strong>
      {problem ? <small data-problem>{problem}</small> : null}
      {!problem && text ? <small>{text}</small> : null}
      {!problem && amount !== undefined && saved > 0 ? (
        <small>{t('You save {saved}.', { saved: naira(saved) })}</small>
      ) : null}
    </div>
  );
}
