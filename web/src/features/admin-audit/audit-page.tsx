import { Link } from 'react-router-dom';
import { LoadError } from '../../domain/load-error.js';
import { SkeletonRows } from '../../ui/feedback/loading.js';
import { count, lagosTime } from '../../ui/format.js';
import { Card, Page } from '../../ui/layout/page.js';
import { DataTable, type Column } from '../../ui/table/data-table.js';
import { nairaOfKobo } from './audit-words.js';
import { eventPath, type Overview, placeOf, useAuditOverviewQuery } from './audit.api.js';
import { Command } from './command.js';
import { LastAudit } from './last-audit.js';
import classes from './audit.module.css';

const EVERY_MS = 20_000;
const VERIFY = 'npm run ledger -- verify';
const COMPARE = 'npm run ledger -- compare';

/** Where auditors arrive: how the ledger stands, and ways into it. */
export default function AuditPage() {
  const { data, error, refetch } = useAuditOverviewQuery(undefined, {
    pollingInterval: EVERY_MS,
    skipPollingIfUnfocused: true,
    refetchOnMountOrArgChange: true,
  });
  return (
    <Page title="Audit" lead="The ledger as it stands, from its own events. Nothing here changes anything.">
      {error ? (
        <LoadError
          error={error}
          fallback={data ? 'This is no longer up to date.' : 'How the ledger stands could not be loaded.'}
          onRetry={() => void refetch()}
        />
      ) : null}
      {!data && !error ? <SkeletonRows rows={8} label="Loading how the ledger stands" /> : null}
      {data ? (
        <>
          <Figures {...data} />
          <LastAudit {...data} />
          <Card title="Verify it yourself" className={classes.stack ?? ''}>
            <p className={classes.soft}>
              Recomputes every hash, every balance and the life of every purchase, and names the first fault.
              It reads beside the running server, on the machine that holds the ledger.
            </p>
            <Command text={VERIFY} label="Copy the command that verifies" />
            <p className={classes.soft}>
              Holds every list against the ledger, row by row. What either finds is printed there: this page
              shows what the scheduled audits found.
            </p>
            <Command text={COMPARE} label="Copy the command that compares" />
          </Card>
          <Views views={data.views} />
        </>
      ) : null}
    </Page>
  );
}

function Figures({ position, lastEvent, books, views }: Overview) {
  const behind = Math.max(0, ...views.map(({ lag }) => lag));
  const apart = views.reduce((sum, { parked }) => sum + parked, 0);
  const halted = views.filter((view) => view.halted !== null).length;
  const adds = books === null || books.sum === '0';
  return (
    <dl className={classes.figures}>
      <div className={classes.figure}>
        <dt>Events</dt>
        <dd>
          <strong>{count(position)}</strong>
          <Link to="/audit/events">Look through them</Link>
        </dd>
      </div>
      <div className={classes.figure}>
        <dt>Last event</dt>
        <dd>
          {lastEvent ? (
            <>
              <strong>{lagosTime(lastEvent.at)}</strong>
              <Link to={eventPath(placeOf(lastEvent))}>{lastEvent.type}</Link>
            </>
          ) : (
            <>
              <strong>–</strong>
              <span>nothing has happened yet</span>
            </>
          )}
        </dd>
      </div>
      <div className={classes.figure} data-tone={adds ? undefined : 'bad'}>
        <dt>All accounts together</dt>
        <dd>
          <strong>{books === null ? '–' : nairaOfKobo(books.sum)}</strong>
          {books === null ? (
            <span>too many accounts to add up here</span>
          ) : (
            <span>
              {adds ? 'the books add up' : 'the books do not add up'}: {count(books.accounts)} accounts at
              event {count(books.position)}
            </span>
          )}
          <Link to="/audit/trial-balance">Trial balance</Link>
        </dd>
      </div>
      <div className={classes.figure} data-tone={halted > 0 ? 'bad' : undefined}>
        <dt>Lists people see</dt>
        <dd>
          <strong>
            {halted > 0 ? `${count(halted)} stand still` : behind === 0 ? 'Level' : `${count(behind)} behind`}
          </strong>
          <span>
            {count(views.length)} lists, {apart === 0 ? 'no row' : `${count(apart)} rows`} kept apart
          </span>
        </dd>
      </div>
    </dl>
  );
}

type View = Overview['views'][number];

const COLUMNS: readonly Column<View>[] = [
  { header: 'List', track: 'minmax(150px, 1fr)', cell: ({ view }) => view.replaceAll('_', ' ') },
  {
    header: 'State',
    track: 'minmax(150px, 2fr)',
    wrap: true,
    cell: ({ halted, lag }) => halted ?? (lag === 0 ? 'Level with the ledger' : 'Catching up'),
  },
  { header: 'Position', track: '110px', number: true, cell: ({ position }) => count(position) },
  { header: 'Behind', track: '90px', number: true, cell: ({ lag }) => count(lag) },
  { header: 'Kept apart', track: '100px', number: true, cell: ({ parked }) => count(parked) },
];

function Views({ views }: { readonly views: readonly View[] }) {
  return (
    <Card title="Lists derived from the ledger">
      {views.length === 0 ? (
        <p className={classes.soft}>How far they are is not known at the moment.</p>
      ) : (
        <DataTable
          label="Lists and how far they are"
          columns={COLUMNS}
          rows={views}
          rowKey={({ view }) => view}
          stale={false}
        />
      )}
    </Card>
  );
}
