import { useLocalStorage } from '@mantine/hooks';
import { t } from '../languages/language.js';
import { naira, signedNaira } from '../ui/format.js';
import { buyer } from './buyer.js';
import classes from './balance.module.css';

export const useHiddenBalance = () =>
  useLocalStorage<boolean>({
    key: 'naira-ledger-hide-balance',
    defaultValue: false,
    getInitialValueInEffect: false,
  });

/**
 * Balance of a wallet. Administrators always see it, because their pages have no control to show a hidden
 * balance.
 */
export function Balance({ amount }: { readonly amount: number }) {
  const [hidden] = useHiddenBalance();
  return hidden && !buyer().house ? (
    <span>
      <span aria-hidden="true">₦ ••••••</span>
      <span className="nl-hidden">{t('Balance hidden')}</span>
    </span>
  ) : (
    <span className="nl-number">{naira(amount)}</span>
  );
}

export function SignedAmount({ amount }: { readonly amount: number }) {
  return (
    <span className={classes.amount} data-in={amount > 0 || undefined}>
      {signedNaira(amount)}
    </span>
  );
}
