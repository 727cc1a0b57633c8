import { Button } from '@mantine/core';
import { useState } from 'react';
import { ownEntry } from '../../../../services/contracts/own-entry.js';
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
  credited: { text: 'Credited', tone: 'good' },
  dismissed: { text: 'No payment' },
};

const UNREAD: Readonly<Record<string, string>> = {
  answer: 'Whole answer',
  reference: 'Reference',
  status: 'Status',
  currency: 'Currency',
  amount: 'Amount',
};

/** Text of the amount. 0 stands for an unknown amount, which an administrator must enter. */
const amountOf = ({ amount }: Unmatched): string => (amount === 0 ? 'Unknown' : naira(amount));
const labelOf = (row: Unmatched): string => `${amountOf(row)} of ${row.reference}`;

type Settle = (how: Settling['how'], row: Unmatched) => void;

function Buttons({ row, settle }: { readonly row: Unmatched; readonly settle: Settle }) {
  if (row.standing !== 'open') return null;
  const of = labelOf(row);
  if (row.unread)
    return (
      <Button
        size="compact-sm"
        variant="default"
        aria-label={`Decide about ${row.reference}`}
        onClick={() => settle('assign', row)}
      >
        Decide
      </Button>
    );
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
  { id: 'amount', header: 'Amount', track: '110px', cell: amountOf },
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
  {
    id: 'reason',
    header: 'Reason',
    track: 'minmax(150px, 2fr)',
    roomy: true,
    cell: ({ reason }) => reason,
  },
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
    what: (row: Unmatched) => [amountOf(row), STANDINGS[row.standing].text] as const,
  },
};

const keyOf = ({ provider, reference }: Unmatched): string => `${provider} ${reference}`;

function Details({ row }: { readonly row: Unmatched }) {
  const facts: readonly Fact[] = [
    ['Not read', row.unread_field && `${ownEntry(UNREAD, row.unread_field) ?? ''} (${row.unread_type})`],
    ['Digest of the answer', row.unread_digest],
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
        lead="Money that arrived for an account nobody has, that may be credited already, or that the provider confirms in an unknown form. It waits until somebody decides."
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
        rowLabel={labelOf}
        details={(row) => <Details row={row} />}
        Follow={Follow}
      />
      {settling ? <SettleUnmatched settling={settling} onClose={() => setSettling(undefined)} /> : null}
    </>
  );
}
