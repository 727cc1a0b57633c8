import { Link } from 'react-router-dom';
import type { CallAnswer } from '../../../../services/contracts/calls.js';
import type { ListAsked, Listed } from '../../api/admin-lists.js';
import { api, reading } from '../../api/base-api.js';
import { listBody } from '../../api/transactions.api.js';
import { useMay } from '../../api/use-signed-in.js';
import { LiveListPage } from '../../domain/live-list-page.js';
import { lagosTime } from '../../ui/format.js';
import type { AdminColumn } from '../../ui/table/data-table.js';
import { withPhoneColumns } from '../../ui/table/on-a-phone.js';
import { useListFilters } from '../../ui/table/use-list-filters.js';
import { type Broadcast, BroadcastSwitch } from './broadcast-switch.js';
import classes from './broadcasts.module.css';

const { useBroadcastsQuery } = api.injectEndpoints({
  endpoints: (build) => ({
    broadcasts: build.query<Listed<Broadcast>, ListAsked>({
      query: (asked) => reading('broadcasts', listBody(asked)),
      transformResponse: ({ broadcast_info: rows, total, total_capped }: CallAnswer<'broadcasts'>) => ({
        rows,
        total,
        total_capped,
      }),
      providesTags: ['Broadcasts'],
    }),
  }),
});

const SIZES = [10, 20, 50, 100, 500, 1000] as const;

const COLUMNS: readonly AdminColumn<Broadcast>[] = [
  {
    id: 'title',
    header: 'Title',
    track: 'minmax(100px, 1fr)',
    cell: ({ broadcast_title: title }) => <span title={title}>{title}</span>,
  },
  {
    id: 'message',
    header: 'Message',
    track: 'minmax(104px, 2fr)',
    cell: ({ broadcast_message: message }) => (
      <span className={classes.message} title={message}>
        {message}
      </span>
    ),
  },
  { id: 'author', header: 'Author', track: '92px', cell: ({ author }) => author },
  {
    id: 'active',
    header: 'State',
    track: '76px',
    cell: ({ active }) => (
      <span className={classes.state} data-active={active || undefined}>
        {active ? 'Active' : 'Inactive'}
      </span>
    ),
  },
  { id: 'created', header: 'Created', track: '176px', cell: (row) => lagosTime(row.created_at) },
];

const ACTIONS: AdminColumn<Broadcast> = {
  id: 'actions',
  header: 'Activate or deactivate',
  track: '216px',
  cell: (row) => <BroadcastSwitch broadcast={row} />,
};

const PHONE = {
  header: 'Title, created',
  what: (row: Broadcast) => [row.broadcast_title, lagosTime(row.created_at)] as const,
  end: {
    header: 'State, author',
    what: (row: Broadcast) => [row.active ? 'Active' : 'Inactive', row.author] as const,
  },
};

export default function BroadcastListPage() {
  const filters = useListFilters({ sizes: SIZES, picks: {} });
  const query = useBroadcastsQuery(filters.request);
  const maySwitch = useMay('support');
  return (
    <LiveListPage
      name="broadcasts"
      title="Broadcasts"
      lead="Customers are shown the active one that was activated last."
      filters={filters}
      sizes={SIZES}
      searchHint="Title or message"
      dates
      query={query}
      failed="The broadcasts could not be loaded."
      empty={{ title: 'No broadcast yet', text: 'What you tell all customers appears here.' }}
      columns={withPhoneColumns(maySwitch ? [...COLUMNS, ACTIONS] : COLUMNS, PHONE)}
      rowKey={({ id }) => id}
      rowLabel={(row) => row.broadcast_title}
      toolbar={maySwitch ? <Link to="/createbroadcast">Create a broadcast</Link> : null}
    >
      {maySwitch && query.data?.total === 0 ? (
        <p>
          <Link to="/createbroadcast">Create a broadcast</Link>
        </p>
      ) : null}
    </LiveListPage>
  );
}
