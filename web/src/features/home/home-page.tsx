import { Link } from 'react-router-dom';
import { useNoticeQuery, useUserDataQuery } from '../../api/user-data.api.js';
import { EmptyState } from '../../ui/empty-state.js';
import { fundingAccountsOf } from '../../ui/funding-accounts.js';
import { Page } from '../../ui/page.js';
import { PageLoader } from '../../ui/page-loader.js';
import { Card } from '../../ui/card.js';
import { UserDataError } from '../../ui/user-data-error.js';
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
