import { useMemo } from 'react';
import { Link } from 'react-router-dom';
import { useFundingTransactionsQuery, type FundingRow } from '../../api/transactions.api.js';
import { Balance, SignedAmount } from '../../domain/balance.js';
import { BrandMark } from '../../domain/brands/brand-mark.js';
import { StatusBadge } from '../../domain/transaction-card.js';
import { t } from '../../languages/language.js';
import { lagosTime } from '../../ui/format.js';
import { HistoryView } from './history-view.js';
import { type HistoryKind } from './history-table.js';
import { useHistoryFilters } from './filter-bar.js';
import classes from './movement.module.css';

const kindOf = (): HistoryKind<FundingRow> => ({
  name: 'fundings',
  title: t('Wallet funding history'),
  lead: t('Every payment into your wallet, and what a bank took back, newest first.'),
  columns: [
    { id: 'date', header: t('Date'), track: '176px', cell: (row) => lagosTime(row.funding_date) },
    {
      id: 'reference',
      header: t('Reference'),
      track: 'minmax(70px, 1.3fr)',
      cell: (row) => <span title={row.funding_refrence}>{row.funding_refrence}</span>,
    },
    {
      id: 'source',
      header: t('Source'),
      track: 'minmax(116px, 1.2fr)',
      wrap: true,
      cell: (row) => (
        <span className={classes.cell} title={row.funding_source}>
          <BrandMark service="" label={row.funding_source} />
          <span>
            <span>{row.funding_source}</span>
          </span>
        </span>
      ),
    },
    {
      id: 'amount',
      header: t('Amount'),
      track: 'minmax(96px, max-content)',
      number: true,
      cell: (row) => <SignedAmount amount={row.amount_funded} />,
    },
    {
      id: 'before',
      header: t('Before'),
      track: 'minmax(90px, max-content)',
      number: true,
      cell: (row) => <Balance amount={row.wallet_before_funding} />,
    },
    {
      id: 'after',
      header: t('After'),
      track: 'minmax(90px, max-content)',
      number: true,
      cell: (row) => <Balance amount={row.wallet_after_funding} />,
    },
    { id: 'status', header: t('Status'), track: '112px', cell: () => <StatusBadge status="Successful" /> },
  ],
  rowKey: (row) => row.id,
  rowLabel: (row) => row.funding_source,
  at: (row) => row.funding_date,
  card: (row) => <FundingCard row={row} />,
  cardPx: 108,
  empty: {
    title: t('No funding yet'),
    text: t('Transfers to your account number appear here as soon as they arrive.'),
    action: <Link to="/topup">{t('Top up your wallet')}</Link>,
  },
});

export default function FundingHistoryPage() {
  const filters = useHistoryFilters();
  const kind = useMemo(() => kindOf(), []);
  const query = useFundingTransactionsQuery(filters.request);
  return (
    <HistoryView
      kind={kind}
      filters={filters}
      query={query}
      offers={{ statement: true }}
      more={<Link to="/userfunding">{t('Ways to fund your wallet')}</Link>}
    />
  );
}

function FundingCard({ row }: { readonly row: FundingRow }) {
  return (
    <div className={classes.card}>
      <BrandMark service="" label={row.funding_source} />
      <span className={classes.what}>
        <strong>{row.funding_source}</strong>
        <span className={classes.quiet}>{lagosTime(row.funding_date)}</span>
        <span className={classes.quiet}>{row.funding_refrence}</span>
      </span>
      <span className={classes.money}>
        <strong>
          <SignedAmount amount={row.amount_funded} />
        </strong>
        <span className={classes.quiet}>
          <span className="nl-hidden">{t('From')} </span>
          <Balance amount={row.wallet_before_funding} />
        </span>
        <span className={classes.quiet}>
          <span aria-hidden="true">→ </span>
          <span className="nl-hidden">{t('to')} </span>
          <Balance amount={row.wallet_after_funding} />
        </span>
      </span>
    </div>
  );
}
