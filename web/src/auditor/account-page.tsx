import { Button } from '@mantine/core';
import { useRef, useState } from 'react';
import { Link, useParams, useSearchParams } from 'react-router-dom';
import type { AuditAnswer } from '../../../services/contracts/admin/audit.contract.js';
import { auditRead } from '../api/audit-read.js';
import type { Failure } from '../api/failure.js';
import { type CsvColumn, saveCsv } from '../domain/save-csv.js';
import { EmptyState } from '../ui/feedback/empty-state.js';
import { SkeletonRows } from '../ui/feedback/loading.js';
import { count, lagosTime } from '../ui/format.js';
import { Figure, Figures } from '../ui/layout/figures.js';
import { Card, Page } from '../ui/layout/page.js';
import { type AdminColumn } from '../ui/table/data-table.js';
import { LazyAdminTable } from '../ui/table/lazy-admin-table.js';
import { TwoLines } from '../ui/table/two-lines.js';
import { lagosIso, momentWords, nairaOfKobo, plainNaira, shortStream, walletOf } from './audit-words.js';
import { eventPath, placeOf } from './audit.api.js';
import { EventDetails } from './event-details.js';
import { MomentForm } from './moment-form.js';
import { useWalk } from './use-walk.js';
import { WalkEnd } from './walk-end.js';
import classes from './audit.module.css';

type Posting = AuditAnswer<'account'>['postings'][number];
interface Line extends Posting {
  readonly balance: string | undefined;
}

const SHOWN = 200;
const ALL = 100_000;

const COLUMNS: readonly AdminColumn<Line>[] = [
  {
    id: 'at',
    header: 'When',
    track: '184px',
    tableOnly: true,
    wideOnly: true,
    cell: ({ at }) => lagosTime(at),
  },
  {
    id: 'type',
    header: 'Event',
    track: 'minmax(120px, 1.2fr)',
    tableOnly: true,
    wideOnly: true,
    cell: ({ type }) => <span title={type}>{type}</span>,
  },
  {
    id: 'stream',
    header: 'Stream',
    track: 'minmax(110px, 1fr)',
    tableOnly: true,
    wideOnly: true,
    cell: ({ stream }) => (
      <span className={classes.mono} title={stream}>
        {shortStream(stream)}
      </span>
    ),
  },
  {
    id: 'debit',
    header: 'Debit',
    track: 'minmax(104px, 1fr)',
    number: true,
    tableOnly: true,
    wideOnly: true,
    cell: ({ amount }) => (amount.startsWith('-') ? '' : nairaOfKobo(amount)),
  },
  {
    id: 'credit',
    header: 'Credit',
    track: 'minmax(104px, 1fr)',
    number: true,
    tableOnly: true,
    wideOnly: true,
    cell: ({ amount }) => (amount.startsWith('-') ? nairaOfKobo(amount.slice(1)) : ''),
  },
  {
    id: 'balance',
    header: 'Balance',
    track: 'minmax(108px, 1fr)',
    number: true,
    tableOnly: true,
    wideOnly: true,
    cell: ({ balance }) => (balance === undefined ? '–' : nairaOfKobo(balance)),
  },
  {
    id: 'narrow-event',
    header: 'Event',
    track: 'minmax(0, 1fr)',
    narrowOnly: true,
    cell: ({ type, at }) => <TwoLines over={type} under={lagosTime(at)} />,
  },
  {
    id: 'narrow-amount',
    header: 'Amount, balance',
    track: 'minmax(auto, max-content)',
    number: true,
    narrowOnly: true,
    cell: ({ amount, balance }) => (
      <TwoLines over={nairaOfKobo(amount)} under={balance === undefined ? '–' : nairaOfKobo(balance)} />
    ),
  },
];

export default function AccountPage() {
  const { account = '' } = useParams();
  const [params] = useSearchParams();
  const [from, at] = [params.get('from') ?? '', params.get('at') ?? ''];
  return <Statement key={JSON.stringify([account, from, at])} account={account} from={from} at={at} />;
}

interface StatementProps {
  readonly account: string;
  readonly from: string;
  readonly at: string;
}

/** Balances of the account before (`opening`) and after (`balance`) the listed postings. */
type Ends = Pick<AuditAnswer<'account'>, 'opening' | 'balance'>;

function Statement({ account, from, at }: StatementProps) {
  const after = useRef<bigint>(undefined);
  const [ends, setEnds] = useState<Ends>();
  const walk = useWalk<Line>(account, SHOWN, async (before, context) => {
    const result = await auditRead('account', { account, from, at, before, limit: SHOWN }, context);
    if (!('data' in result) || context.signal.aborted) return result as { readonly failure: Failure };
    const { balance, opening, postings } = result.data;
    if (before === undefined) {
      after.current = balance === null ? undefined : BigInt(balance);
      setEnds({ opening, balance });
    }
    // Postings arrive newest first, so the next row needs the balance before this posting.
    const rows = postings.map((posting): Line => {
      const { current } = after;
      if (current !== undefined) after.current = current - BigInt(posting.amount);
      return { ...posting, balance: current === undefined ? undefined : String(current) };
    });
    return { data: { ...result.data, rows } };
  });
  const { rows: lines, busy, done, failure } = walk;
  const owner = walletOf(account);
  const save = (): void => saveCsv(`${account.replace(':', '-')}.csv`, CSV_COLUMNS, lines);
  return (
    <Page title={account} lead="What was posted to this account, newest first. Debits are positive.">
      <Card className={classes.stack ?? ''}>
        <MomentForm fields={BOUNDS} />
        {ends && (from !== '' || at !== '') ? (
          <EndsOf ends={ends} from={from} at={at} lines={lines} done={done} />
        ) : null}
        <div className={classes.buttons}>
          <Link to={`/audit/replay?account=${encodeURIComponent(account)}`}>
            {owner ? 'Replay this wallet' : 'Replay this account'}
          </Link>
          {!done && !busy && !failure ? (
            <Button size="xs" variant="default" onClick={() => walk.more(ALL)}>
              Look for all
            </Button>
          ) : null}
          <Button size="xs" variant="default" disabled={lines.length === 0} onClick={save}>
            {done ? 'Save as CSV' : 'Save what is shown as CSV'}
          </Button>
        </div>
        {lines.length === 0 && busy ? <SkeletonRows rows={8} label="Loading postings" /> : null}
        {lines.length === 0 && done ? (
          <EmptyState title="Nothing was posted">
            {from === '' && at === ''
              ? 'No event moved money of this account.'
              : 'No event of that time moved money of this account.'}
          </EmptyState>
        ) : null}
        {lines.length > 0 ? (
          <LazyAdminTable
            name="audit-account"
            label="Postings"
            columns={COLUMNS}
            rows={lines}
            rowKey={({ id }) => id}
            rowLabel={({ type, position, revision }) => `${type} ${position ?? revision}`}
            details={(row) => (
              <>
                <Link to={eventPath(placeOf(row))}>Open on a page of its own</Link>
                <EventDetails key={row.id} place={placeOf(row)} />
              </>
            )}
            stale={false}
          />
        ) : null}
        <WalkEnd walk={walk} what="postings" />
      </Card>
    </Page>
  );
}

const BOUNDS = [
  { name: 'from', label: 'From' },
  { name: 'at', label: 'To' },
] as const;

interface EndsOfProps extends Omit<StatementProps, 'account'> {
  readonly ends: Ends;
  readonly lines: readonly Line[];
  readonly done: boolean;
}

function EndsOf({ ends: { opening, balance }, from, at, lines, done }: EndsOfProps) {
  const posted = lines.reduce((sum, { amount }) => sum + BigInt(amount), 0n);
  const begins = from === '' ? '0' : opening;
  const adds =
    done && begins !== null && balance !== null ? BigInt(begins) + posted === BigInt(balance) : undefined;
  const shown = (kobo: string | null) => (kobo === null ? '–' : nairaOfKobo(kobo));
  return (
    <Figures>
      <Figure name="Opening balance" value={shown(begins)}>
        <span>{from === '' ? 'before the first event' : `before ${momentWords(from)}`}</span>
      </Figure>
      <Figure
        name={done ? 'Posted' : 'Posted, as far as listed'}
        value={nairaOfKobo(String(posted))}
        bad={adds === false}
      >
        <span>
          {count(lines.length)} {lines.length === 1 ? 'posting' : 'postings'}
          {adds === undefined ? '' : adds ? ', which add up' : ', which do not add up'}
        </span>
      </Figure>
      <Figure name="Closing balance" value={shown(balance)}>
        <span>{at === '' ? 'now' : `after ${momentWords(at)}`}</span>
      </Figure>
    </Figures>
  );
}

const CSV_COLUMNS: readonly CsvColumn<Line>[] = [
  ['Position', ({ position }) => position ?? ''],
  ['Stream', ({ stream }) => stream],
  ['Revision', ({ revision }) => revision],
  ['When', ({ at }) => lagosIso(at)],
  ['Event', ({ type }) => type],
  ['Event id', ({ id }) => id],
  ['Amount (NGN)', ({ amount }) => plainNaira(amount)],
  ['Balance (NGN)', ({ balance }) => (balance === undefined ? '' : plainNaira(balance))],
];
