import { Link } from 'react-router-dom';
import { LoadError } from '../domain/load-error.js';
import { ViewLags } from '../domain/view-lags.js';
import { SkeletonRows } from '../ui/feedback/loading.js';
import { count, lagosTime } from '../ui/format.js';
import { Figure, Figures } from '../ui/layout/figures.js';
import { Card, Page } from '../ui/layout/page.js';
import { nairaOfKobo } from './audit-words.js';
import { eventPath, type Overview, placeOf, useAuditOverviewQuery } from './audit.api.js';
import { Command } from './anchoring.js';
import { LastAudit } from './last-audit.js';
import classes from './audit.module.css';

const EVERY_MS = 20_000;
const VERIFY = 'npm run ledger -- verify';
const COMPARE = 'npm run ledger -- compare';

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
          <Standing {...data} />
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
          <ViewLags title="Lists derived from the ledger" views={data.views} />
        </>
      ) : null}
    </Page>
  );
}

function Standing({ position, lastEvent, books, views }: Overview) {
  const behind = Math.max(0, ...views.map(({ lag }) => lag));
  const apart = views.reduce((sum, { parked }) => sum + parked, 0);
  const halted = views.filter((view) => view.halted !== null).length;
  const adds = books === null || books.sum === '0';
  return (
    <Figures>
      <Figure name="Events" value={count(position)}>
        <Link to="/audit/events">Look through them</Link>
      </Figure>
      {lastEvent ? (
        <Figure name="Last event" value={lagosTime(lastEvent.at)} moment>
          <Link to={eventPath(placeOf(lastEvent))}>{lastEvent.type}</Link>
        </Figure>
      ) : (
        <Figure name="Last event" value="–">
          <span>nothing has happened yet</span>
        </Figure>
      )}
      <Figure name="All accounts together" bad={!adds} value={books === null ? '–' : nairaOfKobo(books.sum)}>
        {books === null ? (
          <span>too many accounts to add up here</span>
        ) : (
          <span>
            {adds ? 'the books add up' : 'the books do not add up'}: {count(books.accounts)} accounts at event{' '}
            {count(books.position)}
          </span>
        )}
        <Link to="/audit/trial-balance">Trial balance</Link>
      </Figure>
      <Figure
        name="Lists people see"
        bad={halted > 0}
        value={
          halted > 0 ? `${count(halted)} stand still` : behind === 0 ? 'Level' : `${count(behind)} behind`
        }
      >
        <span>
          {count(views.length)} lists, {apart === 0 ? 'no row' : `${count(apart)} rows`} kept apart
        </span>
      </Figure>
    </Figures>
  );
}
