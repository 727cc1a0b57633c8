import { Suspense, useDeferredValue } from 'react';
import { Link } from 'react-router-dom';
import { useNoticeQuery, useUserDataQuery } from '../../api/user-data.api.js';
import { fundingAccountsOf, NoAccount } from '../../domain/funding-account.js';
import { UserDataError } from '../../domain/load-error.js';
import { ServiceGrid } from '../../domain/brands/service-grid.js';
import { WalletCard } from '../../domain/wallet/wallet-card.js';
import { t } from '../../languages/language.js';
import { loadPart } from '../../ui/feedback/load-part.js';
import { PageLoader, SkeletonRows } from '../../ui/feedback/loading.js';
import { Card, Page } from '../../ui/layout/page.js';
import { BuyAgain } from './buy-again.js';
import { Broadcast } from './broadcast.js';
import { RecentTransactions } from './recent-transactions.js';
import { LaterCards, SendMoneyCard, ServiceCards } from './service-cards.js';
import classes from './home-page.module.css';

/** The carousel is below the visible part of the page, and its library is large. */
const AccountCarousel = loadPart(() => import('./account-carousel.js'));

export default function HomePage() {
  const { data, error, refetch } = useUserDataQuery();
  // Drawing everything at once would block a phone.
  const user = useDeferredValue(data);
  const { data: notice } = useNoticeQuery();
  if (!user && error) return <UserDataError error={error} onRetry={() => void refetch()} />;
  if (!user) return <PageLoader />;
  const accounts = fundingAccountsOf(user);
  return (
    <Page title={t('Welcome, {firstName}', { firstName: user.first_name })} wide>
      {notice?.messagebody ? <Broadcast title={notice.title} message={notice.messagebody} /> : null}
      <div className={classes.parts}>
        <div className={classes.first}>
          <WalletCard user={user} />
          <ServiceGrid />
          <BuyAgain />
        </div>
        <div className={classes.fund}>
          <Card title={t('Fund your wallet')} aside={<Link to="/topup">{t('How it works')}</Link>}>
            {accounts.length > 0 ? (
              <Suspense fallback={<SkeletonRows label={t('Loading your accounts')} />}>
                <AccountCarousel accounts={accounts} />
              </Suspense>
            ) : (
              <NoAccount isPending={user.account_pending} />
            )}
          </Card>
        </div>
        <div className={classes.recent}>
          <RecentTransactions />
        </div>
        <div className={classes.send}>
          <SendMoneyCard />
        </div>
      </div>
      <ServiceCards />
      <LaterCards />
    </Page>
  );
}
