import type { TransactionStatus } from '../../../services/contracts/services.js';
import { CheckIcon, ClockIcon, SwapIcon } from './icons.js';
import classes from './status-badge.module.css';

const LOOK: Readonly<Record<TransactionStatus, { tone: string; Icon: typeof CheckIcon }>> = {
  Pending: { tone: 'warn', Icon: ClockIcon },
  Successful: { tone: 'good', Icon: CheckIcon },
  Refunded: { tone: 'info', Icon: SwapIcon },
  Reversed: { tone: 'info', Icon: SwapIcon },
};

/** The state of a transaction in a word, an icon and a colour. */
export function StatusBadge({ status }: { readonly status: TransactionStatus }) {
  const { tone, Icon } = LOOK[status] ?? LOOK.Pending;
  return (
    <span className={classes.badge} data-tone={tone}>
      <Icon width="1em" height="1em" strokeWidth={2.25} />
      {status}
    </span>
  );
}
