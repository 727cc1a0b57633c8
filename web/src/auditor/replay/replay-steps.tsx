import { Button } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { Notice } from '../../ui/feedback/notice.js';
import { Tabs } from '../../ui/form/tabs.js';
import { count, lagosTime } from '../../ui/format.js';
import { ChevronLeftIcon, ChevronRightIcon } from '../../ui/icons.js';
import { Figure, Figures } from '../../ui/layout/figures.js';
import { Card } from '../../ui/layout/page.js';
import { nairaOfKobo, shortId } from '../audit-words.js';
import { type EventPlace, eventPath, useAuditEventQuery } from '../audit.api.js';
import type { BalanceHistory } from './balance-history.js';
import { ReplayCurve } from './replay-curve.js';
import { change, ReplayTable } from './replay-table.js';
import audit from '../audit.module.css';
import classes from './replay.module.css';

interface ReplayStepsProps {
  readonly history: BalanceHistory;
  readonly steps: number;
  readonly stream?: string;
  readonly verdict: string;
}

const WAYS = [
  { value: 'time', label: 'By time' },
  { value: 'event', label: 'By event' },
] as const;

export function ReplaySteps({ history, steps, stream, verdict }: ReplayStepsProps) {
  const [chosen, setChosen] = useState<number>();
  const [way, setWay] = useState<(typeof WAYS)[number]['value']>('time');
  const last = steps - 1;
  const step = Math.min(chosen ?? last, last);
  const goTo = (wanted: number): void => setChosen(Math.max(0, Math.min(last, wanted)));
  const placeOf = (each: number): EventPlace =>
    history.position[each] || stream === undefined
      ? { position: history.position[each]! }
      : { stream, revision: each };
  const holds = stream !== undefined;
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
          {holds ? (
            <p className={classes.legend}>
              <span data-mark="available">Spendable</span>
              <span data-mark="held">Held</span>
            </p>
          ) : null}
          <StepButtons step={step} last={last} onStep={goTo} onLast={() => setChosen(undefined)} />
        </div>
        <ReplayCurve
          history={history}
          step={step}
          holds={holds}
          count={steps}
          byTime={way === 'time'}
          onStep={goTo}
        />
        <input
          type="range"
          className={classes.slider}
          aria-label="Step"
          aria-valuetext={stepText(history, step, steps, holds)}
          min={0}
          max={last}
          step={1}
          value={step}
          onChange={(event) => goTo(Number(event.currentTarget.value))}
        />
        <StepFigures history={history} step={step} steps={steps} holds={holds} verdict={verdict} />
      </Card>
      <Card title="Steps">
        <ReplayTable
          history={history}
          step={step}
          holds={holds}
          placeOf={placeOf}
          count={steps}
          onStep={goTo}
        />
      </Card>
      <div className={classes.below}>
        <StepEvent type={history.typeOf(step)} place={placeOf(step)} />
        {holds ? <Holds history={history} step={step} /> : null}
      </div>
    </>
  );
}

const timeOf = (history: BalanceHistory, step: number): string =>
  lagosTime(new Date(history.at[step]!).toISOString());

function stepText(history: BalanceHistory, step: number, steps: number, holds: boolean): string {
  const balance = nairaOfKobo(String(history.available[step]));
  const held = nairaOfKobo(String(history.held[step]));
  const amounts = holds ? `${balance} to spend, ${held} held` : balance;
  return `Step ${step + 1} of ${steps}, ${timeOf(history, step)}, ${amounts}`;
}

interface StepButtonsProps {
  readonly step: number;
  readonly last: number;
  readonly onStep: (step: number) => void;
  readonly onLast: () => void;
}

function StepButtons({ step, last, onStep, onLast }: StepButtonsProps) {
  return (
    <div className={audit.buttons}>
      <Button size="xs" variant="default" disabled={step === 0} onClick={() => onStep(0)}>
        First
      </Button>
      <Button
        size="xs"
        variant="default"
        disabled={step === 0}
        leftSection={<ChevronLeftIcon />}
        onClick={() => onStep(step - 1)}
      >
        Back
      </Button>
      <Button
        size="xs"
        variant="default"
        disabled={step === last}
        rightSection={<ChevronRightIcon />}
        onClick={() => onStep(step + 1)}
      >
        Forward
      </Button>
      <Button size="xs" variant="default" disabled={step === last} onClick={onLast}>
        Last
      </Button>
    </div>
  );
}

interface StepFiguresProps extends Omit<ReplayStepsProps, 'stream'> {
  readonly step: number;
  readonly holds: boolean;
}

function StepFigures({ history, step, steps, holds, verdict }: StepFiguresProps) {
  const available = history.available[step]!;
  const held = history.held[step]!;
  return (
    <Figures>
      <Told name="Step" value={`${count(step + 1)} of ${count(steps)}`} about={timeOf(history, step)} />
      <Told
        name={holds ? 'Spendable' : 'Balance'}
        value={nairaOfKobo(String(available))}
        about={change(history.availableBy(step)) || 'as before'}
      />
      {holds ? (
        <Told
          name="Held"
          value={nairaOfKobo(String(held))}
          about={change(history.heldBy(step)) || 'as before'}
        />
      ) : null}
      <Told
        name={holds ? 'Together' : 'After the last step'}
        value={nairaOfKobo(String(holds ? available + held : history.available[steps - 1]!))}
        about={verdict}
      />
    </Figures>
  );
}

const Told = (props: { readonly name: string; readonly value: string; readonly about: string }) => (
  <Figure name={props.name} value={props.value}>
    <span>{props.about}</span>
  </Figure>
);

const SETTLED_MS = 200;

/** Postings of the chosen step, loaded once the choice has stayed the same for `SETTLED_MS`. */
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

function Holds({ history, step }: { readonly history: BalanceHistory; readonly step: number }) {
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
