import type { UserData } from '../api/user-data.api.js';
import { t } from '../languages/language.js';
import { EmptyState } from '../ui/feedback/empty-state.js';
import { CopyButton } from '../ui/copy-button.js';
import { naira } from '../ui/format.js';
import classes from './funding-account.module.css';

export interface FundingAccount {
  readonly bank: string;
  readonly name: string;
  readonly number: string;
  /** Naira charged per transfer. */
  readonly charge: number;
  readonly automatic: boolean;
}

/** Bank accounts that have a number. Accounts with automatic crediting come first. */
export function fundingAccountsOf(user: UserData): readonly FundingAccount[] {
  const accounts: FundingAccount[] = [
    ...user.funding_accounts.map(({ bank_name, account_name, account_number }) => ({
      bank: bank_name,
      name: account_name,
      number: account_number,
      charge: user.monify_charges,
      automatic: true,
    })),
    {
      bank: user.manual_funding_bank_name,
      name: user.manual_funding_account_name,
      number: user.manual_funding_account_number,
      charge: 0,
      automatic: false,
    },
  ];
  return accounts.filter((account) => account.number);
}

/** Shown to a customer without an account. */
export function NoAccount({ isPending }: { readonly isPending: boolean }) {
  return isPending ? (
    <EmptyState title={t('Your account number is on its way')}>
      {t('We are asking the bank for it. It appears here by itself.')}
    </EmptyState>
  ) : (
    <EmptyState title={t('No account to pay into yet')}>
      {t(
        'We take no bank transfers at the moment. Please send no money to an account number that you had before.',
      )}
    </EmptyState>
  );
}

export function AccountCard({ account }: { readonly account: FundingAccount }) {
  return (
    <div className={classes.card}>
      <p className={classes.bank}>{account.bank}</p>
      <div className={classes.numberRow}>
        <p className={classes.number}>
          <span className="nl-hidden">{t('Account number')} </span>
          {account.number}
        </p>
        <CopyButton value={account.number} label={t('Copy {bank} account number', { bank: account.bank })} />
      </div>
      <p className={classes.name}>{account.name}</p>
      <p className={classes.charge}>
        {account.charge > 0
          ? t('{charge} charge per transfer', { charge: naira(account.charge) })
          : t('{charge} charge', { charge: naira(0) })}
        {' · '}
        {account.automatic ? t('arrives by itself') : t('confirmed by our team')}
      </p>
    </div>
  );
}
