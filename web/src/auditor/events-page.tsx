import { Button, NativeSelect, TextInput } from '@mantine/core';
import { useRef, useState, type FormEvent, type RefObject } from 'react';
import { Link, useSearchParams } from 'react-router-dom';
import { auditRead } from '../api/audit-read.js';
import { EmptyState } from '../ui/feedback/empty-state.js';
import { SkeletonRows } from '../ui/feedback/loading.js';
import { count, lagosTime } from '../ui/format.js';
import { Card, Page } from '../ui/layout/page.js';
import { type AdminColumn } from '../ui/table/data-table.js';
import { LazyAdminTable } from '../ui/table/lazy-admin-table.js';
import { TwoLines } from '../ui/table/two-lines.js';
import { lagosMoment, nairaOfKobo, shortId, shortStream } from './audit-words.js';
import { type AuditEventRow, eventPath, placeOf } from './audit.api.js';
import { EventDetails } from './event-details.js';
import { useWalk } from './use-walk.js';
import { WalkEnd } from './walk-end.js';
import classes from './audit.module.css';

const SHOWN = 200;

const FILTERS = ['stream', 'type', 'actor', 'from', 'to', 'order'] as const;
type Filters = Readonly<Record<(typeof FILTERS)[number], string>>;

const filtersIn = (params: URLSearchParams): Filters =>
  Object.fromEntries(FILTERS.map((name) => [name, params.get(name) ?? ''])) as Filters;

const COLUMNS: readonly AdminColumn<AuditEventRow>[] = [
  {
    id: 'position',
    header: 'Position',
    track: '76px',
    number: true,
    tableOnly: true,
    wideOnly: true,
    cell: ({ position }) => (position === null ? '–' : count(position)),
  },
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
    header: 'Type',
    track: 'minmax(130px, 1.2fr)',
    tableOnly: true,
    wideOnly: true,
    cell: ({ type }) => <span title={type}>{type}</span>,
  },
  {
    id: 'stream',
    header: 'Stream',
    track: 'minmax(130px, 1.2fr)',
    tableOnly: true,
    wideOnly: true,
    cell: ({ stream }) => (
      <span className={classes.mono} title={stream}>
        {shortStream(stream)}
      </span>
    ),
  },
  {
    id: 'revision',
    header: 'Revision',
    track: '84px',
    number: true,
    optional: true,
    tableOnly: true,
    wideOnly: true,
    cell: ({ revision }) => count(revision),
  },
  {
    id: 'actor',
    header: 'Actor',
    track: 'minmax(88px, 1fr)',
    tableOnly: true,
    wideOnly: true,
    cell: ({ actor }) => (
      <span title={actor.id}>
        {actor.kind} <span className={classes.mono}>{actor.id === actor.kind ? '' : shortId(actor.id)}</span>
      </span>
    ),
  },
  {
    id: 'moved',
    header: 'Moved',
    track: '112px',
    number: true,
    tableOnly: true,
    wideOnly: true,
    cell: ({ moved }) => (moved === null ? '–' : nairaOfKobo(moved)),
  },
  {
    id: 'hash',
    header: 'Hash',
    track: '130px',
    optional: true,
    tableOnly: true,
    wideOnly: true,
    cell: ({ hash }) => (
      <span className={classes.mono} title={hash}>
        {hash.slice(0, 12)}…
      </span>
    ),
  },
  {
    id: 'correlation',
    header: 'Request',
    track: '110px',
    optional: true,
    tableOnly: true,
    wideOnly: true,
    cell: ({ correlationId }) => (
      <span className={classes.mono} title={correlationId}>
        {shortId(correlationId)}
      </span>
    ),
  },
  {
    id: 'narrow-event',
    header: 'Event',
    track: 'minmax(0, 1fr)',
    narrowOnly: true,
    cell: ({ type, at }) => <TwoLines over={type} under={lagosTime(at)} />,
  },
  {
    id: 'narrow-moved',
    header: 'Position, moved',
    track: 'minmax(auto, max-content)',
    number: true,
    narrowOnly: true,
    cell: ({ position, moved }) => (
      <TwoLines
        over={position === null ? '–' : count(position)}
        under={moved === null ? 'no money' : nairaOfKobo(moved)}
      />
    ),
  },
];

export default function EventsPage() {
  const [params, setParams] = useSearchParams();
  const filters = filtersIn(params);
  const { stream, type, actor, from, to } = filters;
  const order = filters.order === 'oldest' ? 'oldest' : 'newest';
  const search = useRef<HTMLInputElement>(null);
  const key = JSON.stringify(filters);
  const walk = useWalk<AuditEventRow>(key, SHOWN, async (place, context) => {
    const question = {
      stream,
      type,
      actor,
      order,
      from: lagosMoment(from),
      to: lagosMoment(to),
      limit: SHOWN,
      ...(order === 'oldest' ? { after: place } : { before: place }),
    };
    const result = await auditRead('events', question, context);
    return 'data' in result ? { data: { ...result.data, rows: result.data.events } } : result;
  });
  const { rows, busy, failure } = walk;
  const narrow = (next: Filters): void =>
    setParams(Object.fromEntries(Object.entries(next).filter(([, value]) => value !== '')));
  return (
    <Page title="Events" lead="Every event as it was stored. Personal data stays sealed.">
      <Card className={classes.stack ?? ''}>
        {/* Distinct `key` from the table's: React draws siblings with equal keys twice. */}
        <EventFilters key={`filters ${key}`} filters={filters} onNarrow={narrow} searchBox={search} />
        {rows.length === 0 && busy ? <SkeletonRows rows={10} label="Loading events" /> : null}
        {rows.length === 0 && !busy && !failure ? (
          <EmptyState
            title={walk.done ? 'No event fits' : 'None found yet'}
            action={
              <Button variant="default" onClick={() => setParams({})}>
                Clear the filters
              </Button>
            }
          >
            {walk.done
              ? 'The whole ledger was looked through.'
              : `${count(walk.walked)} events were looked at so far.`}
          </EmptyState>
        ) : null}
        {rows.length > 0 ? (
          <LazyAdminTable
            key={key}
            name="audit-events"
            label="Events"
            columns={COLUMNS}
            rows={rows}
            rowKey={({ id }) => id}
            rowLabel={({ type: what, position, revision }) => `${what} ${position ?? revision}`}
            details={(row) => (
              <>
                <Link to={eventPath(placeOf(row))}>Open on a page of its own</Link>
                <EventDetails key={row.id} place={placeOf(row)} />
              </>
            )}
            stale={false}
            searchBox={search}
          />
        ) : null}
        <WalkEnd walk={walk} what="events" />
      </Card>
    </Page>
  );
}

interface EventFiltersProps {
  readonly filters: Filters;
  readonly onNarrow: (filters: Filters) => void;
  readonly searchBox: RefObject<HTMLInputElement | null>;
}

/** The search starts only when the form is sent, because searching a long log is costly. */
function EventFilters({ filters, onNarrow, searchBox }: EventFiltersProps) {
  const [typed, setTyped] = useState(filters);
  const type = (name: keyof Filters, value: string): void =>
    setTyped((before) => ({ ...before, [name]: value }));
  const send = (event: FormEvent): void => {
    event.preventDefault();
    const { stream, type: what, actor } = typed;
    onNarrow({ ...typed, stream: stream.trim(), type: what.trim(), actor: actor.trim() });
  };
  const field = (name: 'stream' | 'type' | 'actor', label: string, placeholder: string) => (
    <TextInput
      label={label}
      placeholder={placeholder}
      value={typed[name]}
      maxLength={name === 'stream' ? 250 : 64}
      autoComplete="off"
      spellCheck={false}
      {...(name === 'stream' ? { ref: searchBox } : {})}
      onChange={(event) => type(name, event.currentTarget.value)}
    />
  );
  const moment = (name: 'from' | 'to', label: string) => (
    <TextInput
      label={label}
      type="datetime-local"
      step={1}
      value={typed[name]}
      onChange={(event) => type(name, event.currentTarget.value)}
    />
  );
  return (
    <form className={classes.filters} role="search" onSubmit={send}>
      {field('stream', 'Stream', 'wallet-…, purchase-…, catalog')}
      {field('type', 'Type', 'PurchaseAccepted')}
      {field('actor', 'Actor', 'admin, or an id')}
      <NativeSelect
        label="Order"
        value={typed.order === 'oldest' ? 'oldest' : ''}
        data={[
          { value: '', label: 'Newest first' },
          { value: 'oldest', label: 'Oldest first' },
        ]}
        onChange={(event) => type('order', event.currentTarget.value)}
      />
      {moment('from', 'From, in Lagos')}
      {moment('to', 'To')}
      <Button type="submit">Show</Button>
    </form>
  );
}
