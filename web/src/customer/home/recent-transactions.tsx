import { Link } from 'react-router-dom';
import { NEWEST, useAllTransactionsQuery } from '../../api/transactions.api.js';
import { LoadError } from '../../domain/load-error.js';
import { TransactionList } from '../../domain/transaction-card.js';
import { t } from '../../languages/language.js';
import { LiveToggle } from '../../live/live-toggle.js';
import { EmptyState } from '../../ui/feedback/empty-state.js';
import { SkeletonRows } from '../../ui/feedback/loading.js';
import { Card } from '../../ui/layout/page.js';
import classes from './home-page.module.css';

const SHOWN = 5;

export function RecentTransactions() {
  const { data, error, refetch } = useAllTransactionsQuery(NEWEST);
  const rows = data?.all_user_transaction.slice(0, SHOWN) ?? [];
  return (
    <Card title={t('Recent transactions')} aside={<LiveToggle />}>
      {!data && error ? (
        <LoadError
          error={error}
          fallback={t('Your transactions could not be loaded.')}
          onRetry={() => void refetch()}
        />
      ) : null}
      {!data && !error ? <SkeletonRows rows={SHOWN} /> : null}
      {data && rows.length === 0 ? (
        <EmptyState title={t('No transactions yet')} action={<Link to="/airtime">{t('Buy airtime')}</Link>}>
          {t('What you buy appears here, from the moment you ask for it.')}
        </EmptyState>
      ) : null}
      {rows.length > 0 ? (
        <>
          <TransactionList rows={rows} />
          <Link to="/thistory" className={classes.more}>
            {t('See all transactions')}
          </Link>
        </>
      ) : null}
    </Card>
  );
}
