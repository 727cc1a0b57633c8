import { Button } from '@mantine/core';
import { useState } from 'react';
import { useMay } from '../../api/use-signed-in.js';
import { LiveListPage } from '../../domain/live-list-page.js';
import { lagosTime, naira } from '../../ui/format.js';
import type { FollowProps } from '../../ui/table/admin-table.js';
import type { AdminColumn } from '../../ui/table/data-table.js';
import { withPhoneColumns } from '../../ui/table/on-a-phone.js';
import { searchedFor, useListFilters } from '../../ui/table/use-list-filters.js';
import { DecideApproval, type Deciding } from './decide-approval.js';
import { amountText, kindText, READ_FIRST, whoseText } from './money-words.js';
import { useApprovalsQuery, useEvidence, type Approval } from './money.api.js';
import classes from './money.module.css';
import { type Fact, RowFacts } from './row-facts.js';

const SIZES = [10, 20, 50, 100, 500, 1000] as const;

const STANDINGS: Readonly<
  Record<Approval['standing'], { readonly text: string; readonly tone?: 'good' | 'bad' | 'warn' }>
> = {
  waiting: { text: 'Waiting', tone: 'warn' },
  granted: { text: 'Being done' },
  applied: { text: 'Done', tone: 'good' },
  refused: { text: 'Refused' },
  lapsed: { text: 'Lapsed', tone: 'bad' },
};

export function whatText({ work, kind, bank }: Approval): string {
  switch (work) {
    case 'credit':
      return `Payment at ${bank}`;
    case 'house':
      return 'House funding';
    case 'top-up':
      return `Top-up from ${bank}`;
    case 'settlement':
      return `Settlement at ${bank}`;
    case 'assignment':
      return 'Unmatched payment';
    case 'return':
      return `Return from ${bank}`;
    case 'chargeback':
      return kind === 'freeze' ? 'Chargeback, stops spending' : 'Chargeback';
    case 'chargeback-won':
      return 'Dispute won';
    case 'house-spending':
      return 'Purchase for the house';
    case 'bank-account':
      return 'Bank account or charge of funding';
    case 'review':
      return kind === 'refund' ? 'Refund by hand' : 'Marked successful by hand';
    case 'price':
      return 'Plan, vendor code, cost, price or commission';
    case 'brand':
      return 'Contacts or texts of the brand';
    case 'legal':
      return 'Legal page with a link or number';
    case 'broadcast':
      return 'Broadcast with a link or number';
    case 'payouts':
      return 'Let money leave early';
    case 'adjustment':
      return kindText(kind);
  }
}

type Decide = (decision: Deciding['decision'], row: Approval) => void;

function Buttons({ row, decide }: { readonly row: Approval; readonly decide: Decide }) {
  if (row.standing !== 'waiting') return null;
  const of = `${amountText(row)} for ${whoseText(row)}`;
  return (
    <span className={classes.actions}>
      {row.own ? null : (
        <Button
          size="compact-sm"
          variant="default"
          aria-label={`Approve ${of}`}
          onClick={() => decide('approve', row)}
        >
          Approve
        </Button>
      )}
      <Button
        size="compact-sm"
        variant="default"
        aria-label={`${row.own ? 'Take back' : 'Refuse'} ${of}`}
        onClick={() => decide('refuse', row)}
      >
        {row.own ? 'Take back' : 'Refuse'}
      </Button>
    </span>
  );
}

const columnsOf = (decide: Decide | undefined): readonly AdminColumn<Approval>[] => [
  { id: 'amount', header: 'Amount', track: '116px', cell: amountText },
  { id: 'customer', header: 'Whose', track: 'minmax(110px, 1fr)', cell: whoseText },
  { id: 'what', header: 'What', track: 'minmax(110px, 1fr)', wrap: true, cell: whatText },
  {
    id: 'standing',
    header: 'State',
    track: '80px',
    cell: ({ standing }) => (
      <span className={classes.state} data-tone={STANDINGS[standing].tone}>
        {STANDINGS[standing].text}
      </span>
    ),
  },
  ...(decide
    ? [
        {
          id: 'decide',
          header: 'Decide',
          track: '172px',
          cell: (row: Approval) => <Buttons row={row} decide={decide} />,
        },
      ]
    : []),
  { id: 'reason', header: 'Reason', track: 'minmax(100px, 2fr)', wrap: true, cell: ({ reason }) => reason },
  { id: 'by', header: 'Asked by', track: 'minmax(88px, 0.7fr)', cell: (row) => row.requested_by },
  { id: 'at', header: 'Asked at', track: '176px', roomy: true, cell: (row) => lagosTime(row.requested_at) },
];

const PHONE = {
  header: 'What, whose',
  what: (row: Approval) => [whatText(row), whoseText(row)] as const,
  end: {
    header: 'Amount, state',
    what: (row: Approval) => [amountText(row), STANDINGS[row.standing].text] as const,
  },
};

const EVIDENCE_WORDS: Readonly<Partial<Record<Approval['work'], string>>> = {
  ...READ_FIRST,
  'bank-account': 'In the name of',
};

function Details({ row }: { readonly row: Approval }) {
  const { evidence = `${row.evidence}…` } = useEvidence(row);
  const facts: readonly Fact[] = [
    ...(row.before !== null && row.after !== null
      ? ([
          ['Balance before', naira(row.before)],
          ['Balance after', naira(row.after)],
        ] as const)
      : []),
    ['Fee kept', row.fee === null ? '' : naira(row.fee)],
    [
      row.work === 'bank-account' ? 'Account' : row.bank === '' ? 'Reference' : 'Bank reference',
      row.bank_reference,
    ],
    [row.work === 'house-spending' ? 'Goes to' : 'Paid by', row.depositor],
    [EVIDENCE_WORDS[row.work] ?? 'Evidence', evidence],
    ['Decided by', row.decided_by],
    ['Decided at', row.decided_at && lagosTime(row.decided_at)],
    ['Why', row.why],
  ];
  return <RowFacts facts={facts} />;
}

function Follow({ row, gone, children }: FollowProps<Approval>) {
  const asked = { ...searchedFor(row.id), standing: 'all' } as const;
  const { data } = useApprovalsQuery(asked, { skip: !gone });
  return children((gone && data?.rows.find(({ id }) => id === row.id)) || row);
}

export default function ApprovalsPage() {
  const filters = useListFilters({ sizes: SIZES, picks: { standing: ['waiting', 'all'] } });
  const query = useApprovalsQuery(filters.request);
  const mayDecide = useMay('finance');
  const [deciding, setDeciding] = useState<Deciding>();
  const decide: Decide = (decision, row) => setDeciding({ decision, row });
  return (
    <>
      <LiveListPage
        name="approvals"
        title="Approvals"
        lead="What one administrator must not do alone happens when a second one agrees. What the only owner asks for happens a day later."
        filters={filters}
        sizes={SIZES}
        searchHint="Reason, bank, reference"
        picks={[
          { name: 'standing', label: 'State', any: 'All', options: [{ value: 'waiting', label: 'Waiting' }] },
        ]}
        dates
        query={query}
        failed="The approvals could not be loaded."
        empty={{
          title: 'Nothing to approve',
          text: 'What another administrator asks for appears here at once.',
        }}
        columns={withPhoneColumns(columnsOf(mayDecide ? decide : undefined), PHONE)}
        rowKey={({ id }) => id}
        rowLabel={(row) => `${amountText(row)} for ${whoseText(row)}`}
        details={(row) => <Details row={row} />}
        Follow={Follow}
      />
      {deciding ? <DecideApproval deciding={deciding} onClose={() => setDeciding(undefined)} /> : null}
    </>
  );
}
