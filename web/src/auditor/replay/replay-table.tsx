import { useMediaQuery } from '@mantine/hooks';
import { useEffect, useRef } from 'react';
import { Link } from 'react-router-dom';
import { count as counted, lagosTime } from '../../ui/format.js';
import { useVirtualRows } from '../../ui/table/use-virtual-rows.js';
import { nairaOfKobo, shortId } from '../audit-words.js';
import { type EventPlace, eventPath } from '../audit.api.js';
import { TwoLines } from '../../ui/table/two-lines.js';
import type { BalanceHistory } from './balance-history.js';
import classes from './replay.module.css';

const LINE_PX = 32;
const TWO_LINES_PX = 46;

interface ReplayTableProps {
  readonly history: BalanceHistory;
  readonly count: number;
  readonly step: number;
  readonly holds: boolean;
  readonly placeOf: (step: number) => EventPlace;
  readonly onStep: (step: number) => void;
}

export const change = (kobo: number): string =>
  kobo === 0 ? '' : `${kobo > 0 ? '+' : ''}${nairaOfKobo(String(kobo))}`;

const HEADS = ['Step', 'When', 'Event', 'Purchase'];
const NARROW_HEADS = ['Step', 'Event'];

export function ReplayTable({ history, count, step, holds, placeOf, onStep }: ReplayTableProps) {
  const scroller = useRef<HTMLDivElement>(null);
  const narrow = useMediaQuery('(max-width: 48em)', undefined, { getInitialValueInEffect: false });
  const rowPx = narrow ? TWO_LINES_PX : LINE_PX;
  const heads = narrow
    ? [...NARROW_HEADS, holds ? 'Spendable, held' : 'Balance']
    : [...HEADS, ...(holds ? ['Spendable', '', 'Held', ''] : ['Balance', ''])];
  const virtual = useVirtualRows(scroller, count, rowPx);
  useEffect(() => {
    const box = scroller.current;
    if (!box) return;
    const top = step * rowPx;
    if (top < box.scrollTop || top > box.scrollTop + box.clientHeight - 3 * rowPx)
      box.scrollTop = top - box.clientHeight / 2;
  }, [step, rowPx]);
  return (
    <div
      ref={scroller}
      className={classes.table}
      data-holds={holds || undefined}
      role="region"
      tabIndex={0}
      aria-label="Steps, scrollable"
    >
      <div role="table" aria-label="Steps" aria-rowcount={count + 1}>
        <div role="rowgroup" className={classes.head}>
          <div role="row" aria-rowindex={1} className={classes.row}>
            {heads.map((head, index) => (
              <span key={index} role="columnheader" data-number={index > (narrow ? 1 : 3) || undefined}>
                {head || <span className="nl-hidden">changed by</span>}
              </span>
            ))}
          </div>
        </div>
        <div role="rowgroup" className={classes.body} style={{ height: count * rowPx }}>
          {virtual.getVirtualItems().map(({ index: each }) => (
            <div
              key={each}
              role="row"
              aria-rowindex={each + 2}
              aria-current={each === step ? 'step' : undefined}
              className={classes.row}
              style={{ height: rowPx, transform: `translateY(${each * rowPx}px)` }}
              onClick={(event) => {
                if (!(event.target as Element).closest('a')) onStep(each);
              }}
            >
              {narrow ? (
                <NarrowCells history={history} holds={holds} step={each} place={placeOf(each)} />
              ) : (
                <Cells history={history} holds={holds} step={each} place={placeOf(each)} />
              )}
            </div>
          ))}
        </div>
      </div>
    </div>
  );
}

interface CellsProps {
  readonly history: BalanceHistory;
  readonly holds: boolean;
  readonly step: number;
  readonly place: EventPlace;
}

const whenOf = (history: BalanceHistory, step: number): string =>
  lagosTime(new Date(history.at[step]!).toISOString());

const Cells = ({ history, holds, step, place }: CellsProps) => (
  <>
    <span role="cell">{counted(step + 1)}</span>
    <span role="cell">{whenOf(history, step)}</span>
    <span role="cell">
      <Link to={eventPath(place)}>{history.typeOf(step)}</Link>
    </span>
    <span role="cell" title={history.purchaseOf(step)}>
      {shortId(history.purchaseOf(step))}
    </span>
    <span role="cell" data-number>
      {nairaOfKobo(String(history.available[step]))}
    </span>
    <span role="cell" data-number data-change={Math.sign(history.availableBy(step))}>
      {change(history.availableBy(step))}
    </span>
    {holds ? (
      <>
        <span role="cell" data-number>
          {nairaOfKobo(String(history.held[step]))}
        </span>
        <span role="cell" data-number data-change={Math.sign(history.heldBy(step))}>
          {change(history.heldBy(step))}
        </span>
      </>
    ) : null}
  </>
);

const NarrowCells = ({ history, holds, step, place }: CellsProps) => (
  <>
    <span role="cell">{counted(step + 1)}</span>
    <span role="cell">
      <TwoLines
        over={<Link to={eventPath(place)}>{history.typeOf(step)}</Link>}
        under={whenOf(history, step)}
      />
    </span>
    <span role="cell" data-number>
      <TwoLines
        over={nairaOfKobo(String(history.available[step]))}
        under={holds ? nairaOfKobo(String(history.held[step])) : change(history.availableBy(step))}
      />
    </span>
  </>
);
