import { Button } from '@mantine/core';
import { useState } from 'react';
import { useMay } from '../../api/use-signed-in.js';
import { LiveListPage } from '../../domain/live-list-page.js';
import { lagosTime, naira } from '../../ui/format.js';
import type { FollowProps } from '../../ui/table/admin-table.js';
import type { AdminColumn } from '../../ui/table/data-table.js';
import { withPhoneColumns } from '../../ui/table/on-a-phone.js';
import { searchedFor, useListFilters } from '../../ui/table/use-list-filters.js';
import { useUnmatchedQuery, type Unmatched } from './money.api.js';
import { type Settling, SettleUnmatched } from './settle-unmatched.js';
import classes from './money.module.css';
import { type Fact, RowFacts } from './row-facts.js';

const SIZES = [10, 20, 50, 100, 500, 1000] as const;

const STANDINGS: Readonly<
  Record<Unmatched['standing'], { readonly text: string; readonly tone?: 'good' | 'warn' }>
> = {
  open: { text: 'Open', tone: 'warn' },
  assigned: { text: 'Assigned', tone: 'good' },
  returned: { text: 'Returned' },
};

type Settle = (how: Settling['how'], row: Unmatched) => void;

function Buttons({ row, settle }: { readonly row: Unmatched; readonly settle: Settle }) {
  if (row.standing !== 'open') return null;
  const of = `${naira(row.amount)} of ${row.reference}`;
  return (
    <span className={classes.actions}>
      <Button
        size="compact-sm"
        variant="default"
        aria-label={`Assign ${of}`}
        onClick={() => settle('assign', row)}
      >
        Assign
      </Button>
      <Button
        size="compact-sm"
        variant="default"
        aria-label={`Return ${of}`}
        onClick={() => settle('return', row)}
      >
        Return
      </Button>
    </span>
  );
}

const columnsOf = (settle: Settle | undefined): readonly AdminColumn<Unmatched>[] => [
  { id: 'amount', header: 'Amount', track: '110px', cell: ({ amount }) => naira(amount) },
  {
    id: 'standing',
    header: 'State',
    track: '104px',
    cell: ({ standing }) => (
      <span className={classes.state} data-tone={STANDINGS[standing].tone}>
        {STANDINGS[standing].text}
      </span>
    ),
  },
  ...(settle
    ? [
        {
          id: 'settle',
          header: 'Settle',
          track: '170px',
          cell: (row: Unmatched) => <Buttons row={row} settle={settle} />,
        },
      ]
    : []),
  { id: 'reference', header: 'Reference', track: 'minmax(130px, 2fr)', cell: ({ reference }) => reference },
  {
    id: 'account',
    header: 'Paid to',
    track: 'minmax(140px, 2fr)',
    cell: ({ account_reference: account }) => account || 'No account of ours',
  },
  { id: 'provider', header: 'Through', track: '110px', cell: (row) => row.provider_name },
  { id: 'at', header: 'Arrived', track: '176px', roomy: true, cell: (row) => lagosTime(row.created_at) },
];

const PHONE = {
  header: 'Reference, date',
  what: (row: Unmatched) => [row.reference, lagosTime(row.created_at)] as const,
  end: {
    header: 'Amount, state',
    what: (row: Unmatched) => [naira(row.amount), STANDINGS[row.standing].text] as const,
  },
};

const keyOf = ({ provider, reference }: Unmatched): string => `${provider} ${reference}`;

function Details({ row }: { readonly row: Unmatched }) {
  const facts: readonly Fact[] = [
    ['Assigned to', row.user_email],
    ['Sent back by', `${row.bank} ${row.bank_reference}`.trim()],
    ['Reason', row.reason],
    ['Settled by', row.decided_by],
    ['Settled at', row.decided_at && lagosTime(row.decided_at)],
  ];
  return <RowFacts facts={facts} />;
}

function Follow({ row, gone, children }: FollowProps<Unmatched>) {
  const asked = { ...searchedFor(row.reference), standing: 'all' } as const;
  const { data } = useUnmatchedQuery(asked, { skip: !gone });
  return children((gone && data?.rows.find((found) => keyOf(found) === keyOf(row))) || row);
}

export default function UnmatchedPage() {
  const filters = useListFilters({ sizes: SIZES, picks: { standing: ['open', 'all'] } });
  const query = useUnmatchedQuery(filters.request);
  const maySettle = useMay('finance');
  const [settling, setSettling] = useState<Settling>();
  return (
    <>
      <LiveListPage
        name="unmatched"
        title="Unmatched payments"
        lead="Money that arrived for an account nobody has. We owe it until it is assigned or returned."
        filters={filters}
        sizes={SIZES}
        searchHint="Reference, account"
        picks={[
          { name: 'standing', label: 'State', any: 'All', options: [{ value: 'open', label: 'Open' }] },
        ]}
        dates
        query={query}
        failed="The unmatched payments could not be loaded."
        empty={{
          title: 'Every payment has an owner',
          text: 'One that arrives for nobody we know appears here at once.',
        }}
        columns={withPhoneColumns(
          columnsOf(maySettle ? (how, row) => setSettling({ how, row }) : undefined),
          PHONE,
        )}
        rowKey={keyOf}
        rowLabel={(row) => `${naira(row.amount)} of ${row.reference}`}
        details={(row) => <Details row={row} />}
        Follow={Follow}
      />
      {settling ? <SettleUnmatched settling={settling} onClose={() => setSettling(undefined)} /> : null}
    </>
  );
}
