import { Link } from 'react-router-dom';
import { NEWEST, useFundingTransactionsQuery } from '../../api/transactions.api.js';
import { useUserDataQuery } from '../../api/user-data.api.js';
import { fundingAccountsOf, NoAccount } from '../../domain/funding-account.js';
import { LoadError, UserDataError } from '../../domain/load-error.js';
import { SignedAmount } from '../../domain/balance.js';
import { StatusBadge } from '../../domain/transaction-card.js';
import { t } from '../../languages/language.js';
import { EmptyState } from '../../ui/feedback/empty-state.js';
import { PageLoader, SkeletonRows } from '../../ui/feedback/loading.js';
import { lagosTime, naira } from '../../ui/format.js';
import { Card, Page } from '../../ui/layout/page.js';
import { Panes } from '../../ui/layout/panes.js';
import classes from './user-funding-page.module.css';

export default function UserFundingPage() {
  const { data: user, error, refetch } = useUserDataQuery();
  const { data: list, error: listError, refetch: loadList } = useFundingTransactionsQuery(NEWEST);
  if (!user && error) return <UserDataError error={error} onRetry={() => void refetch()} />;
  if (!user) return <PageLoader />;
  const rows = list?.all_user_transaction;
  return (
    <Page
      title={t('Wallet funding')}
      lead={t('The ways into your wallet, what each costs, and what came in lately.')}
      aside={<Link to="/topup">{t('Top up now')}</Link>}
    >
      <Panes
        first={
          <Card title={t('Ways to fund')}>
            <ul className={classes.ways}>
              {fundingAccountsOf(user).map(({ number, bank, automatic, charge }) => (
                <li key={number}>
                  <div>
                    <strong>{bank}</strong>
                    <span>
                      {number} · {automatic ? t('arrives by itself') : t('confirmed by our team')}
                    </span>
                  </div>
                  <span className="nl-number">{t('Charge {charge}', { charge: naira(charge) })}</span>
                </li>
              ))}
            </ul>
            {fundingAccountsOf(user).length === 0 ? <NoAccount isPending={user.account_pending} /> : null}
          </Card>
        }
        second={
          <Card
            title={t('Latest fundings')}
            aside={<Link to="/funding-history">{t('Funding history')}</Link>}
          >
            {!rows && listError ? (
              <LoadError
                error={listError}
                fallback={t('This list could not be loaded.')}
                onRetry={() => void loadList()}
              />
            ) : null}
            {rows || listError ? null : <SkeletonRows />}
            {rows?.length === 0 ? (
              <EmptyState
                title={t('No funding yet')}
                action={<Link to="/topup">{t('Top up your wallet')}</Link>}
              >
                {t('Transfers to your account number appear here as soon as they arrive.')}
              </EmptyState>
            ) : null}
            <ul className={classes.fundings}>
              {rows?.map((row) => (
                <li key={row.id}>
                  <strong>
                    <SignedAmount amount={row.amount_funded} />
                  </strong>
                  <StatusBadge status="Successful" />
                  <span>
                    {row.funding_source} ·{' '}
                    <time dateTime={row.funding_date}>{lagosTime(row.funding_date)}</time>
                  </span>
                </li>
              ))}
            </ul>
          </Card>
        }
      />
    </Page>
  );
}
