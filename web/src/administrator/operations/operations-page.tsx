import { useSelector } from 'react-redux';
import { LoadError } from '../../domain/load-error.js';
import type { LiveState } from '../../live/live.slice.js';
import { LiveToggle } from '../../live/live-toggle.js';
import { SkeletonRows } from '../../ui/feedback/loading.js';
import { Notice } from '../../ui/feedback/notice.js';
import { count } from '../../ui/format.js';
import { Figure, Figures } from '../../ui/layout/figures.js';
import { Page } from '../../ui/layout/page.js';
import { type Operations, useHeldByVendorsQuery, useOperationsQuery } from '../../api/operations.api.js';
import { duration, gibibytes, howMany, percent, UNKNOWN } from '../../domain/operations-words.js';
import { ViewLags } from '../../domain/view-lags.js';
import { Alerts } from './alerts.js';
import { PausedVendors } from './paused-vendors.js';
import { SendingHold } from './sending-hold.js';
import { VendorHealth } from './vendor-health.js';
import classes from './operations.module.css';

const EVERY_MS = 3_000;
/**
 * Milliseconds between reloads. Not shorter, because the server asks vendors for balances only once a minute.
 */
const HELD_EVERY_MS = 60_000;

export default function OperationsPage() {
  const paused = useSelector((state: { live: LiveState }) => state.live.paused);
  const again = (pollingInterval: number) => ({
    pollingInterval: paused ? 0 : pollingInterval,
    skipPollingIfUnfocused: true,
    refetchOnMountOrArgChange: true,
  });
  const { data, error, refetch } = useOperationsQuery(undefined, again(EVERY_MS));
  const held = useHeldByVendorsQuery(undefined, again(HELD_EVERY_MS));
  return (
    <Page
      title="Operations"
      lead="How the product is at this moment. Vendors: today and yesterday."
      aside={<LiveToggle />}
    >
      {error ? (
        <LoadError
          error={error}
          fallback={data ? 'This is no longer up to date.' : 'How the product is could not be loaded.'}
          onRetry={() => void refetch()}
        />
      ) : null}
      {!data && !error ? <SkeletonRows rows={8} label="Loading how the product is" /> : null}
      {data ? (
        <>
          <Trouble {...data} />
          <SendingHold hold={data.sending_hold} />
          <Alerts alerts={data.alerts} over={data.over} />
          <Standing {...data} />
          <PausedVendors pauses={data.pauses} vendors={data.vendors} />
          <VendorHealth vendors={data.vendors} held={held.data} />
          <ViewLags title="Lists" views={data.views} />
        </>
      ) : null}
    </Page>
  );
}

function Trouble({ problems, notes }: Pick<Operations, 'problems' | 'notes'>) {
  return (
    <>
      {problems.length > 0 ? (
        <Notice tone="bad" title="Something stands in the way">
          <Lines lines={problems} />
        </Notice>
      ) : null}
      {notes.length > 0 ? (
        <Notice tone="warn" title="Something is not as it should be" announce={false}>
          <Lines lines={notes} />
        </Notice>
      ) : null}
    </>
  );
}

function Lines({ lines }: { readonly lines: readonly string[] }) {
  return (
    <ul className={classes.lines}>
      {lines.map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  );
}

function Standing(operations: Operations) {
  const { open_purchases: open, oldest_open_purchase_seconds: oldest, views, disk } = operations;
  const behind = Math.max(0, ...views.map(({ lag }) => lag));
  return (
    <Figures least={124} most={4}>
      <Told name="Open purchases" value={howMany(open)} about="wait for a vendor or a person" />
      <Told
        name="Oldest of them"
        value={open === 0 ? UNKNOWN : duration(oldest)}
        about={open === 0 ? 'nothing is open' : 'since it was opened'}
      />
      <Told
        name="Dispatching behind"
        value={howMany(operations.reaction_lag)}
        about="events it has not reacted to"
      />
      <Told name="Lists behind" value={count(behind)} about="events that the slowest list lacks" />
      <Told name="Kept apart" value={count(operations.parked)} about="rows that stand still" />
      <Told
        name="Space left"
        value={disk ? gibibytes(disk.free_bytes) : UNKNOWN}
        about={
          disk
            ? `${percent(disk.free_bytes / disk.total_bytes)} of ${gibibytes(disk.total_bytes)}`
            : 'no disk of its own'
        }
      />
      <Told name="Drift" {...driftWords(operations)} />
      <Told name="Ledger" value={count(operations.position)} about="position of the last event" />
    </Figures>
  );
}

function driftWords({ audit }: Operations): Pick<ToldProps, 'value' | 'about'> {
  if (audit === null) return { value: UNKNOWN, about: 'lists are not yet compared' };
  if (audit.drift === null) return { value: UNKNOWN, about: 'the last audit could not finish' };
  return { value: count(audit.drift), about: `by the audit at event ${count(audit.position)}` };
}

interface ToldProps {
  readonly name: string;
  readonly value: string;
  readonly about: string;
}

const Told = ({ name, value, about }: ToldProps) => (
  <Figure name={name} value={value}>
    <span>{about}</span>
  </Figure>
);
