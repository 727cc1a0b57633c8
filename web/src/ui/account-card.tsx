import { CopyButton } from './copy-button.js';
import { naira } from './format.js';
import type { FundingAccount } from './funding-accounts.js';
import classes from './account-card.module.css';

/** One account to transfer to, with its number large and ready to copy. */
export function AccountCard({ account }: { readonly account: FundingAccount }) {
  return (
    <div className={classes.card}>
      <p className={classes.bank}>{account.bank}</p>
      <div className={classes.numberRow}>
        <p className={classes.number}>
          <span className="nl-hidden">Account number </span>
          {account.number}
        </p>
        <CopyButton value={account.number} label={`Copy ${account.bank} account number`} />
      </div>
      <p className={classes.name}>{account.name}</p>
      <p className={classes.charge}>
        {account.charge > 0 ? `${naira(account.charge)} charge per transfer` : `${naira(0)} charge`}
        {account.automatic ? ' · arrives by itself' : ' · confirmed by our team'}
      </p>
    </div>
  );
}
