import { Button } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import { Link, useSearchParams } from 'react-router-dom';
import { LoadError } from '../../../domain/load-error.js';
import { EmptyState } from '../../../ui/feedback/empty-state.js';
import { SkeletonRows } from '../../../ui/feedback/loading.js';
import { Notice } from '../../../ui/feedback/notice.js';
import { Tabs } from '../../../ui/form/tabs.js';
import { count, lagosTime } from '../../../ui/format.js';
import { ChevronLeftIcon, ChevronRightIcon } from '../../../ui/icons.js';
import { Figure, Figures } from '../../../ui/layout/figures.js';
import { Card, Page } from '../../../ui/layout/page.js';
import { nairaOfKobo, shortId } from '../audit-words.js';
import { type EventPlace, eventPath, useAuditEventQuery } from '../audit.api.js';
import { ChooseWallet } from './choose-wallet.js';
import { ReplayCurve } from './replay-curve.js';
import { change, ReplayTable } from './replay-table.js';
import { useWalletHistory } from './use-wallet-history.js';
import type { WalletHistory } from './wallet-history.js';
import audit from '../audit.module.css';
import classes from './replay.module.css';

/** A wallet through its whole life: its balance as a curve, and every event of it, step by step. */
export default function ReplayPage() {
  const wallet = useSearchParams()[0].get('wallet') ?? '';
  return wallet ? (
    <Replay key={wallet} userId={wallet} />
  ) : (
    <Page title="Replay" lead="Go through the life of a wallet, event by event.">
      <Card>
        <ChooseWallet />
      </Card>
    </Page>
  );
}

function Replay({ userId }: { readonly userId: string }) {
  const [attempt, setAttempt] = useState(0);
  const loaded = useWalletHistory(userId, attempt);
  const { loaded: steps, total, customer, busy, failure } = loaded;
  return (
    <Page
      title="Replay"
      lead={customer ? `The wallet of ${customer}.` : `The wallet ${shortId(userId)}.`}
      aside={<Link to="/audit/replay">Another wallet</Link>}
    >
      {failure ? (
        <LoadError
          error={failure}
          fallback={
            steps > 0 ? 'The rest of this wallet could not be loaded.' : 'This wallet could not be loaded.'
          }
          onRetry={() => setAttempt(attempt + 1)}
        />
      ) : null}
      {steps === 0 && busy ? <SkeletonRows rows={8} label="Loading the wallet" /> : null}
      {steps === 0 && !busy && !failure ? (
        <Card>
          <EmptyState title="There is no such wallet">Nothing was ever stored of it.</EmptyState>
        </Card>
      ) : null}
      {busy && total !== undefined && steps > 0 && steps < total ? (
        <p role="status" className={audit.soft}>
          {count(steps)} of {count(total)} events loaded…
        </p>
      ) : null}
      {steps > 0 ? <Steps userId={loaded.userId} history={loaded.history} steps={steps} busy={busy} /> : null}
    </Page>
  );
}

interface StepsProps {
  readonly userId: string;
  readonly history: WalletHistory;
  readonly steps: number;
  readonly busy: boolean;
}

const WAYS = [
  { value: 'time', label: 'By time' },
  { value: 'event', label: 'By event' },
] as const;

function Steps({ userId, history, steps, busy }: StepsProps) {
  // Until somebody moves, the newest is looked at.
  const [chosen, setChosen] = useState<number>();
  const [way, setWay] = useState<(typeof WAYS)[number]['value']>('time');
  const last = steps - 1;
  const step = Math.min(chosen ?? last, last);
  const goTo = (wanted: number): void => setChosen(Math.max(0, Math.min(last, wanted)));
  const placeOf = (each: number): EventPlace =>
    history.position[each]
      ? { position: history.position[each] }
      : { stream: `wallet-${userId}`, revision: each };
  const when = lagosTime(new Date(history.at[step]!).toISOString());
  const spendable = nairaOfKobo(String(history.available[step]));
  const held = nairaOfKobo(String(history.held[step]));
  return (
    <>
      {history.disagrees === undefined ? null : (
        <Notice
          tone="bad"
          title={`Step ${count(history.disagrees + 1)} says another balance than its postings add up to.`}
          action={
            <Button size="sm" variant="default" onClick={() => goTo(history.disagrees ?? 0)}>
              Go there
            </Button>
          }
        />
      )}
      <Card className={audit.stack ?? ''}>
        <div className={classes.bar}>
          <Tabs label="Across" tabs={WAYS} open={way} onOpen={setWay} />
          <p className={classes.legend}>
            <span data-mark="available">Spendable</span>
            <span data-mark="held">Held</span>
          </p>
          <div className={audit.buttons}>
            <Button size="xs" variant="default" disabled={step === 0} onClick={() => goTo(0)}>
              First
            </Button>
            <Button
              size="xs"
              variant="default"
              disabled={step === 0}
              leftSection={<ChevronLeftIcon />}
              onClick={() => goTo(step - 1)}
            >
              Back
            </Button>
            <Button
              size="xs"
              variant="default"
              disabled={step === last}
              rightSection={<ChevronRightIcon />}
              onClick={() => goTo(step + 1)}
            >
              Forward
            </Button>
            <Button size="xs" variant="default" disabled={step === last} onClick={() => setChosen(undefined)}>
              Last
            </Button>
          </div>
        </div>
        <ReplayCurve history={history} count={steps} step={step} byTime={way === 'time'} onStep={goTo} />
        <input
          type="range"
          className={classes.slider}
          aria-label="Step"
          aria-valuetext={`Step ${step + 1} of ${steps}, ${when}, ${spendable} to spend, ${held} held`}
          min={0}
          max={last}
          step={1}
          value={step}
          onChange={(event) => goTo(Number(event.currentTarget.value))}
        />
        <Figures>
          <Told name="Step" value={`${count(step + 1)} of ${count(steps)}`} about={when} />
          <Told name="Spendable" value={spendable} about={change(history.availableBy(step)) || 'as before'} />
          <Told name="Held" value={held} about={change(history.heldBy(step)) || 'as before'} />
          <Told
            name="Together"
            value={nairaOfKobo(String(history.available[step]! + history.held[step]!))}
            about={
              busy
                ? 'still loading'
                : history.disagrees === undefined
                  ? 'postings and events agree'
                  : 'see above'
            }
          />
        </Figures>
      </Card>
      <Card title="Steps">
        <ReplayTable history={history} count={steps} step={step} placeOf={placeOf} onStep={goTo} />
      </Card>
      <div className={classes.below}>
        <StepEvent type={history.typeOf(step)} place={placeOf(step)} />
        <Holds history={history} step={step} />
      </div>
    </>
  );
}

const Told = (props: { readonly name: string; readonly value: string; readonly about: string }) => (
  <Figure name={props.name} value={props.value}>
    <span>{props.about}</span>
  </Figure>
);

const SETTLED_MS = 200;

/** What the event of the step moved. While somebody drags, none is asked for. */
function StepEvent({ type, place }: { readonly type: string; readonly place: EventPlace }) {
  const key = JSON.stringify(place);
  const [settled] = useDebouncedValue(key, SETTLED_MS);
  const { currentData, error } = useAuditEventQuery(JSON.parse(settled) as EventPlace);
  const shown = settled === key ? currentData : undefined;
  return (
    <Card title={type} aside={<Link to={eventPath(place)}>Open the event</Link>}>
      <div className={classes.event} aria-live="polite">
        {shown ? (
          shown.postings.length === 0 ? (
            <p className={audit.soft}>It moved no money.</p>
          ) : (
            <dl className={classes.lines}>
              {shown.postings.map(({ account, amount }, index) => (
                <div key={index}>
                  <dt className={audit.mono}>{account}</dt>
                  <dd>{nairaOfKobo(amount)}</dd>
                </div>
              ))}
            </dl>
          )
        ) : (
          <p className={audit.soft}>{error ? 'It could not be loaded.' : '…'}</p>
        )}
      </div>
    </Card>
  );
}

const HOLDS_SHOWN = 8;

/** Purchases that money is held for after a step. */
function Holds({ history, step }: { readonly history: WalletHistory; readonly step: number }) {
  const open = history.holdsAfter(step);
  return (
    <Card title="Held for">
      {open.length === 0 ? <p className={audit.soft}>No purchase was open.</p> : null}
      <dl className={classes.lines}>
        {open.slice(0, HOLDS_SHOWN).map((each) => (
          <div key={each}>
            <dt className={audit.mono}>
              <Link to={`/audit/events?stream=purchase-${encodeURIComponent(history.purchaseOf(each))}`}>
                {shortId(history.purchaseOf(each))}
              </Link>
            </dt>
            <dd>{nairaOfKobo(String(history.heldBy(each)))}</dd>
          </div>
        ))}
      </dl>
      {open.length > HOLDS_SHOWN ? (
        <p className={audit.soft}>and {count(open.length - HOLDS_SHOWN)} more</p>
      ) : null}
    </Card>
  );
}
