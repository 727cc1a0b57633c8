import { Button } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { useMay } from '../../api/use-signed-in.js';
import { ExportList } from '../../domain/export-list.js';
import { LiveListPage } from '../../domain/live-list-page.js';
import { lagosTime, naira } from '../../ui/format.js';
import type { FollowProps } from '../../ui/table/admin-table.js';
import type { AdminColumn } from '../../ui/table/data-table.js';
import { withPhoneColumns } from '../../ui/table/on-a-phone.js';
import { searchedFor, useListFilters } from '../../ui/table/use-list-filters.js';
import { useChargebacksQuery, type Chargeback } from './money.api.js';
import { WinChargeback } from './win-chargeback.js';
import classes from './money.module.css';
import { type Fact, RowFacts } from './row-facts.js';

const SIZES = [10, 20, 50, 100, 500, 1000] as const;

const STANDINGS: Readonly<
  Record<Chargeback['standing'], { readonly text: string; readonly tone?: 'good' | 'bad' }>
> = {
  taken: { text: 'Charged back', tone: 'bad' },
  won: { text: 'Won', tone: 'good' },
};

const labelOf = ({ amount, dispute_reference: dispute }: Chargeback): string =>
  `${naira(amount)} of ${dispute}`;

const columnsOf = (win: ((row: Chargeback) => void) | undefined): readonly AdminColumn<Chargeback>[] => [
  { id: 'amount', header: 'Amount', track: '104px', number: true, cell: ({ amount }) => naira(amount) },
  {
    id: 'standing',
    header: 'State',
    track: '112px',
    cell: ({ standing }) => (
      <span className={classes.state} data-tone={STANDINGS[standing].tone}>
        {STANDINGS[standing].text}
      </span>
    ),
  },
  ...(win
    ? [
        {
          id: 'win',
          header: 'Decide',
          track: '104px',
          cell: (row: Chargeback) =>
            row.standing === 'taken' ? (
              <Button
                size="compact-sm"
                variant="default"
                aria-label={`Won ${labelOf(row)}`}
                onClick={() => win(row)}
              >
                Won
              </Button>
            ) : null,
        },
      ]
    : []),
  {
    id: 'customer',
    header: 'Customer',
    track: 'minmax(110px, 1.2fr)',
    cell: ({ user_email: email }) => <span title={email}>{email || 'Erased'}</span>,
  },
  {
    id: 'dispute',
    header: 'Dispute reference',
    track: 'minmax(134px, 1fr)',
    cell: (row) => row.dispute_reference,
  },
  { id: 'debited', header: 'From wallet', track: '104px', number: true, cell: (row) => naira(row.debited) },
  { id: 'loss', header: 'Our loss', track: '92px', number: true, cell: (row) => naira(row.loss) },
  {
    id: 'reference',
    header: 'Payment',
    track: 'minmax(170px, 1.4fr)',
    roomy: true,
    cell: (row) => row.payment_reference,
  },
  { id: 'at', header: 'Recorded', track: '176px', roomy: true, cell: (row) => lagosTime(row.created_at) },
];

const PHONE = {
  header: 'Customer, recorded',
  what: (row: Chargeback) => [row.user_email || 'Erased', lagosTime(row.created_at)] as const,
  end: {
    header: 'Amount, state',
    what: (row: Chargeback) => [naira(row.amount), STANDINGS[row.standing].text] as const,
  },
};

function Details({ row }: { readonly row: Chargeback }) {
  const facts: readonly Fact[] = [
    ['Through', row.provider_name],
    ['Fee of the provider', row.fee > 0 ? naira(row.fee) : ''],
    ['Reason', row.reason],
    ['Evidence', row.evidence],
    ['Recorded by', row.recorded_by],
    ['Approved by', row.approved_by],
    ['Won because', row.won_reason],
    ['Evidence of that', row.won_evidence],
    ['Recorded as won by', row.won_by],
    ['Won at', row.won_at && lagosTime(row.won_at)],
  ];
  return <RowFacts facts={facts} />;
}

function Follow({ row, gone, children }: FollowProps<Chargeback>) {
  const asked = { ...searchedFor(row.dispute_reference), standing: '' } as const;
  const { data } = useChargebacksQuery(asked, { skip: !gone });
  return children((gone && data?.rows.find(({ id }) => id === row.id)) || row);
}

export default function ChargebacksPage() {
  const filters = useListFilters({ sizes: SIZES, picks: { standing: ['taken', 'won'] } });
  const { request } = filters;
  const query = useChargebacksQuery(request);
  const mayMove = useMay('finance');
  const [winning, setWinning] = useState<Chargeback>();
  const { from, to, search, standing } = request;
  return (
    <>
      <LiveListPage
        name="chargebacks"
        title="Chargebacks"
        lead="Payments that the bank of whoever paid took back from us. The wallet pays what it can, the rest is our loss."
        filters={filters}
        sizes={SIZES}
        searchHint={mayMove ? 'Dispute, payment, email' : 'Dispute, payment'}
        picks={[
          {
            name: 'standing',
            label: 'State',
            any: 'All',
            options: [
              { value: 'taken', label: 'Charged back' },
              { value: 'won', label: 'Won' },
            ],
          },
        ]}
        dates
        toolbar={<ExportList list="chargebacks" narrowed={{ from, to, search, standing }} />}
        query={query}
        failed="The chargebacks could not be loaded."
        empty={{ title: 'No chargebacks', text: 'What is charged back appears here at once.' }}
        columns={withPhoneColumns(columnsOf(mayMove ? setWinning : undefined), PHONE)}
        rowKey={({ id }) => id}
        rowLabel={labelOf}
        details={(row) => <Details row={row} />}
        Follow={Follow}
      >
        {mayMove ? (
          <p>
            <Link to="/money-desk?do=chargeback">Record a chargeback</Link>
          </p>
        ) : null}
      </LiveListPage>
      {winning ? <WinChargeback row={winning} onClose={() => setWinning(undefined)} /> : null}
    </>
  );
}
