import { Link, useSearchParams } from 'react-router-dom';
import {
  ACTIVITY_AREA_NAMES,
  ACTIVITY_AREAS,
} from '../../../../services/contracts/admin/activity.contract.js';
import { LoadError } from '../../domain/load-error.js';
import { LiveToggle } from '../../live/live-toggle.js';
import { lagosTime } from '../../ui/format.js';
import type { AdminColumn } from '../../ui/table/data-table.js';
import { ListPage } from '../../ui/table/list-page.js';
import { withPhoneColumns } from '../../ui/table/on-a-phone.js';
import { useListFilters } from '../../ui/table/use-list-filters.js';
import { type Activity, useActivityQuery } from './activity.api.js';
import classes from './activity.module.css';

const SIZES = [10, 20, 50, 100, 500, 1000] as const;
const NOTHING = '–';

const DESK_COLUMNS: readonly AdminColumn<Activity>[] = [
  { id: 'date', header: 'When', track: '182px', cell: (row) => lagosTime(row.at) },
  {
    id: 'administrator',
    header: 'Who',
    track: 'minmax(80px, 0.8fr)',
    cell: (row) => <span title={row.administrator}>{row.administrator}</span>,
  },
  {
    id: 'what',
    header: 'What',
    track: 'minmax(124px, 1.1fr)',
    wrap: true,
    cell: (row) => row.what,
  },
  {
    id: 'subject',
    header: 'Of what or whom',
    track: 'minmax(128px, 1fr)',
    wrap: true,
    cell: (row) => <SubjectName of={row} />,
  },
  {
    id: 'change',
    header: 'Before and after',
    track: 'minmax(124px, 1.1fr)',
    wrap: true,
    tableOnly: true,
    cell: (row) => <span title={changeText(row)}>{changeText(row)}</span>,
  },
  {
    id: 'reason',
    header: 'Reason',
    track: 'minmax(120px, 1fr)',
    optional: true,
    wrap: true,
    cell: (row) => row.reason || NOTHING,
  },
  { id: 'from', header: 'From where', track: '106px', cell: (row) => row.address || NOTHING },
  {
    id: 'device',
    header: 'Browser',
    track: 'minmax(140px, 1fr)',
    optional: true,
    wrap: true,
    cell: (row) => row.device || NOTHING,
  },
  {
    id: 'area',
    header: 'About',
    track: '116px',
    optional: true,
    cell: (row) => ACTIVITY_AREA_NAMES[row.area],
  },
  { id: 'type', header: 'Event', track: '160px', optional: true, cell: (row) => row.type },
  { id: 'id', header: 'Id of the event', track: '150px', optional: true, cell: (row) => row.id },
];

const COLUMNS = withPhoneColumns(DESK_COLUMNS, {
  header: 'What, when and who',
  what: (row) => [
    row.subject ? `${row.what}: ${row.subject}` : row.what,
    `${lagosTime(row.at)} · ${row.administrator}`,
  ],
});

function changeText({ changes }: Activity): string {
  const told = changes.map(({ field, before, after }) => {
    const change = before ? `${before} → ${after || NOTHING}` : after;
    return changes.length === 1 ? change : `${field}: ${change}`;
  });
  return told.join(', ') || NOTHING;
}

/** Erasing a customer empties `subject`, but not `subject_id`. */
function SubjectName({ of: { subject, subject_id: id } }: { readonly of: Activity }) {
  return <span title={subject}>{subject || (id ? 'Erased' : NOTHING)}</span>;
}

export default function ActivityPage() {
  const administrator = useSearchParams()[0].get('administrator') ?? '';
  const filters = useListFilters({
    sizes: SIZES,
    picks: { area: ACTIVITY_AREAS, administrator: administrator ? [administrator] : [] },
  });
  const query = useActivityQuery(filters.request);
  const name = query.data?.rows.find((row) => row.administrator_id === administrator)?.administrator;
  return (
    <ListPage
      name="activity"
      cutsText
      title="Activity log"
      lead="Everything that administrators did or looked at: who, what, what it was before, when and from where."
      aside={<LiveToggle />}
      filters={filters}
      sizes={SIZES}
      dates
      searchHint="What, value, reason, reference"
      picks={[
        {
          name: 'area',
          label: 'About',
          any: 'Everything',
          options: ACTIVITY_AREAS.map((area) => ({ value: area, label: ACTIVITY_AREA_NAMES[area] })),
        },
        ...(administrator
          ? [
              {
                name: 'administrator',
                label: 'Who',
                any: 'Everybody',
                options: [{ value: administrator, label: name ?? 'One administrator' }],
              },
            ]
          : []),
      ]}
      query={query}
      loadError={(error, retry) => (
        <LoadError error={error} fallback="The activity log could not be loaded." onRetry={retry} />
      )}
      empty={{ title: 'Nothing was done yet', text: 'What administrators change appears here at once.' }}
      columns={COLUMNS}
      rowKey={(row) => row.id}
      rowLabel={(row) => row.what}
      details={(row) => <ActivityDetails of={row} />}
    />
  );
}

function ActivityDetails({
  of: { changes, administrator, administrator_id: id },
}: {
  readonly of: Activity;
}) {
  return (
    <>
      <section aria-label="What changed">
        <h3 className={classes.heading}>What changed</h3>
        {changes.length === 0 ? <p>The act itself says it all.</p> : null}
        <dl className={classes.changes}>
          {changes.map(({ field, before, after }) => (
            <div key={field}>
              <dt>{field}</dt>
              <dd>
                {before ? <del>{before}</del> : null}
                <ins>{after || NOTHING}</ins>
              </dd>
            </div>
          ))}
        </dl>
      </section>
      <Link to={`/activity?administrator=${encodeURIComponent(id)}`}>Everything by {administrator}</Link>
    </>
  );
}
