import type { Transaction } from '../../api/transactions.api.js';
import { BrandMark } from '../brands/brand-mark.js';
import { labelText } from '../brands/brands.js';
import { StatusBadge } from '../transaction-card.js';
import { t } from '../../languages/language.js';
import { naira } from '../../ui/format.js';
import { CheckIcon, ClockIcon, SwapIcon } from '../../ui/icons.js';
import classes from './receipt-head.module.css';

const MARKS: Readonly<Record<Transaction['transaction_status'], typeof CheckIcon>> = {
  Pending: ClockIcon,
  Successful: CheckIcon,
  Refunded: SwapIcon,
  Reversed: SwapIcon,
};

interface ReceiptHeadProps {
  readonly transaction: Transaction;
  readonly serviceName: string;
  readonly recipient: string;
}

export function ReceiptHead({ transaction, serviceName, recipient }: ReceiptHeadProps) {
  const { transaction_status: status, service, product, face_value } = transaction;
  const Mark = MARKS[status] ?? ClockIcon;
  return (
    <div className={classes.head} data-status={status}>
      <span className={classes.mark} aria-hidden="true">
        <Mark strokeWidth={2.5} />
      </span>
      <p className={classes.amount}>{naira(face_value)}</p>
      <StatusBadge status={status} />
      <p className={classes.what}>
        <BrandMark service={service.toLowerCase()} label={product} />
        <span>
          {t('{product} to {recipient}', { product: labelText(product) || serviceName, recipient })}
        </span>
      </p>
    </div>
  );
}
