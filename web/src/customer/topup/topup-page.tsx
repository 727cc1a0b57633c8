import { Link } from 'react-router-dom';
import { useUserDataQuery, type UserData } from '../../api/user-data.api.js';
import { Balance } from '../../domain/balance.js';
import { AccountCard, fundingAccountsOf, NoAccount } from '../../domain/funding-account.js';
import { UserDataError } from '../../domain/load-error.js';
import { t } from '../../languages/language.js';
import { rich } from '../../languages/rich.js';
import { LiveToggle } from '../../live/live-toggle.js';
import { PageLoader } from '../../ui/feedback/loading.js';
import { naira } from '../../ui/format.js';
import { Card, Page } from '../../ui/layout/page.js';
import { Panes } from '../../ui/layout/panes.js';
import { Arrivals } from './arrivals.js';
import { IdentityForm } from './identity-form.js';
import classes from './topup-page.module.css';

const chargesOf = (user: UserData): readonly string[] => [
  ...user.funding_accounts.map(({ bank_name }) => `${naira(user.monify_charges)} (${bank_name})`),
  ...(user.manual_funding_account_number ? [t('manual funding {charge}', { charge: naira(0) })] : []),
];

export default function TopUpPage() {
  const { data: user, error, refetch } = useUserDataQuery();
  if (!user && error) return <UserDataError error={error} onRetry={() => void refetch()} />;
  if (!user) return <PageLoader />;
  const accounts = fundingAccountsOf(user);
  const takesTransfers = accounts.length > 0 || user.account_pending;
  return (
    <Page
      title={t('Top up your wallet')}
      {...(takesTransfers && {
        lead: t('Transfer to one of these accounts from any bank app. The money appears here by itself.'),
      })}
      aside={<LiveToggle />}
      panes
    >
      <Panes
        first={
          <>
            <p className={classes.balance}>
              {rich('Wallet balance {amount}', {
                amount: (
                  <strong>
                    <Balance amount={user.user_wallet} />
                  </strong>
                ),
              })}
            </p>
            {accounts.length > 0 ? <Arrivals /> : null}
            {user.account_identity === 'needed' ? (
              <IdentityForm hasAccount={user.funding_accounts.length > 0} />
            ) : null}
            {accounts.length === 0 && user.account_identity !== 'needed' ? (
              <Card>
                <NoAccount isPending={user.account_pending} />
              </Card>
            ) : null}
            {accounts.length > 0 ? (
              <ul className={classes.accounts}>
                {accounts.map((account) => (
                  <li key={account.number}>
                    <AccountCard account={account} />
                  </li>
                ))}
              </ul>
            ) : null}
          </>
        }
        second={
          <Card title={takesTransfers ? t('How it works') : t('Funding history')}>
            {takesTransfers ? (
              <ol className={classes.steps}>
                <li>{t('Copy an account number; it belongs to you alone.')}</li>
                <li>{t('Send any amount to it from your bank app or by USSD.')}</li>
                <li>
                  {t(
                    'We confirm the transfer with the bank and credit your wallet, usually within a minute.',
                  )}
                </li>
              </ol>
            ) : null}
            <p className={classes.charges}>
              {accounts.length > 0
                ? `${t('Charge per transfer: {charges}.', { charges: chargesOf(user).join(', ') })} `
                : null}
              <Link to="/funding-history">{t('See your funding history')}</Link>
            </p>
          </Card>
        }
      />
    </Page>
  );
}
