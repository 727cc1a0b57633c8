import { signedNaira } from '../ui/format.js';
import classes from './signed-amount.module.css';

/** What came in, with its plus and in the colour of it, or went out, with its minus. */
export function SignedAmount({ amount }: { readonly amount: number }) {
  return (
    <span className={classes.amount} data-in={amount > 0 || undefined}>
      {signedNaira(amount)}
    </span>
  );
}
