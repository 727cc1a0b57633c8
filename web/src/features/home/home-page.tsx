import { Link } from 'react-router-dom';
import { useNoticeQuery, useUserDataQuery } from '../../api/user-data.api.js';
import { fundingAccountsOf } from '../../domain/funding-account.js';
import { UserDataError } from '../../domain/load-error.js';
import { EmptyState } from '../../ui/feedback/empty-state.js';
import { PageLoader } from '../../ui/feedback/loading.js';
import { Card, Page } from '../../ui/layout/page.js';
import { AccountCarousel } from './account-carousel.js';
import { Broadcast } from './broadcast.js';
import { RecentTransactions } from './recent-transactions.js';
import { LaterCards, SendMoneyCard, ServiceCards } from './service-cards.js';
import { WalletCard } from './wallet-card.js';
import classes from './home-page.module.css';

export default function HomePage() {
  const { data: user, error, refetch } = useUserDataQuery();
  const { data: notice } = useNoticeQuery();
  if (!user && error) return <UserDataError error={error} onRetry={() => void refetch()} />;
  if (!user) return <PageLoader />;
  const accounts = fundingAccountsOf(user);
  return (
    <Page title={`Welcome, ${user.first_name}`} lead="Your wallet, and everything you can do with it.">
      {notice?.messagebody ? <Broadcast title={notice.title} message={notice.messagebody} /> : null}
      <div className={classes.top}>
        <WalletCard user={user} />
        <Card title="Fund your wallet" aside={<Link to="/topup">How it works</Link>}>
          {accounts.length > 0 ? (
            <AccountCarousel accounts={accounts} />
          ) : (
            <EmptyState title="Your account number is on its way">
              We are asking the bank for it. It appears here by itself.
            </EmptyState>
          )}
        </Card>
      </div>
      <ServiceCards />
      <div className={classes.bottom}>
        <RecentTransactions />
        <SendMoneyCard />
      </div>
      <LaterCards />
    </Page>
  );
}
