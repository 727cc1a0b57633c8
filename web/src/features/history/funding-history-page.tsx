import { Link } from 'react-router-dom';
import { useFundingTransactionsQuery, type FundingRow } from '../../api/transactions.api.js';
import { StatusBadge } from '../../domain/transaction-card.js';
import { lagosTime, naira } from '../../ui/format.js';
import { HistoryView, type HistoryKind } from './history-view.js';
import { useHistoryFilters } from './filter-bar.js';
import classes from './funding-card.module.css';

const KIND: HistoryKind<FundingRow> = {
  title: 'Wallet funding history',
  lead: 'Every payment into your wallet, and what a bank took back, newest first.',
  columns: [
    { header: 'Date', track: '176px', cell: (row) => lagosTime(row.funding_date) },
    {
      header: 'Reference',
      track: 'minmax(120px, 1.3fr)',
      cell: (row) => <span title={row.funding_refrence}>{row.funding_refrence}</span>,
    },
    {
      header: 'Source',
      track: 'minmax(100px, 1fr)',
      cell: (row) => <span title={row.funding_source}>{row.funding_source}</span>,
    },
    { header: 'Amount', track: '100px', number: true, cell: (row) => naira(row.amount_funded) },
    { header: 'Before', track: '102px', number: true, cell: (row) => naira(row.wallet_before_funding) },
    { header: 'After', track: '102px', number: true, cell: (row) => naira(row.wallet_after_funding) },
    { header: 'Status', track: '120px', cell: () => <StatusBadge status="Successful" /> },
  ],
  rowKey: (row) => row.id,
  card: (row) => <FundingCard row={row} />,
  cardPx: 140,
  empty: {
    title: 'No funding yet',
    text: 'Transfers to your account number appear here as soon as they arrive.',
    action: <Link to="/topup">Top up your wallet</Link>,
  },
};

export default function FundingHistoryPage() {
  const filters = useHistoryFilters();
  const query = useFundingTransactionsQuery(filters.request);
  return (
    <HistoryView
      kind={KIND}
      filters={filters}
      query={query}
      offers={{ statement: true }}
      more={<Link to="/userfunding">Ways to fund your wallet</Link>}
    />
  );
}

/** One payment into the wallet, for phones. */
function FundingCard({ row }: { readonly row: FundingRow }) {
  return (
    <div className={classes.card}>
      <div className={classes.line}>
        <strong className="nl-number">
          {row.amount_funded > 0 ? '+' : ''}
          {naira(row.amount_funded)}
        </strong>
        <StatusBadge status="Successful" />
      </div>
      <p>{row.funding_source}</p>
      <p>{lagosTime(row.funding_date)}</p>
      <p>
        {naira(row.wallet_before_funding)} <span aria-hidden="true">→</span>
        <span className="nl-hidden">became</span> {naira(row.wallet_after_funding)}
      </p>
      <p className={classes.reference}>{row.funding_refrence}</p>
    </div>
  );
}
