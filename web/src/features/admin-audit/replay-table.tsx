import { useEffect, useRef } from 'react';
import { Link } from 'react-router-dom';
import { count as counted, lagosTime } from '../../ui/format.js';
import { useRowsInSight } from '../../ui/table/use-rows-in-sight.js';
import { nairaOfKobo, shortId } from './audit-words.js';
import { type EventPlace, eventPath } from './audit.api.js';
import type { WalletHistory } from './wallet-history.js';
import classes from './replay.module.css';

const ROW_PX = 32;

interface ReplayTableProps {
  readonly history: WalletHistory;
  readonly count: number;
  readonly step: number;
  readonly placeOf: (step: number) => EventPlace;
  readonly onStep: (step: number) => void;
}

/** A change of an amount, with its sign. */
export const change = (kobo: number): string =>
  kobo === 0 ? '' : `${kobo > 0 ? '+' : ''}${nairaOfKobo(String(kobo))}`;

const HEADS = ['Step', 'When', 'Event', 'Purchase', 'Spendable', '', 'Held', ''];

/** Every step, of which those in sight are drawn; the one that is looked at stays in sight. */
export function ReplayTable({ history, count, step, placeOf, onStep }: ReplayTableProps) {
  const scroller = useRef<HTMLDivElement>(null);
  const { first, end } = useRowsInSight(scroller, ROW_PX, count);
  useEffect(() => {
    const box = scroller.current;
    if (!box) return;
    const top = step * ROW_PX;
    if (top < box.scrollTop || top > box.scrollTop + box.clientHeight - 3 * ROW_PX)
      box.scrollTop = top - box.clientHeight / 2;
  }, [step]);
  const rows = Array.from({ length: Math.max(0, end - first) }, (_, offset) => first + offset);
  return (
    <div ref={scroller} className={classes.table} role="region" tabIndex={0} aria-label="Steps, scrollable">
      <div role="table" aria-label="Steps" aria-rowcount={count + 1}>
        <div role="rowgroup" className={classes.head}>
          <div role="row" aria-rowindex={1} className={classes.row}>
            {HEADS.map((head, index) => (
              <span key={index} role="columnheader" data-number={index > 3 || undefined}>
                {head || <span className="nl-hidden">changed by</span>}
              </span>
            ))}
          </div>
        </div>
        <div role="rowgroup" className={classes.body} style={{ height: count * ROW_PX }}>
          {rows.map((each) => (
            <div
              key={each}
              role="row"
              aria-rowindex={each + 2}
              aria-current={each === step ? 'step' : undefined}
              className={classes.row}
              style={{ height: ROW_PX, transform: `translateY(${each * ROW_PX}px)` }}
              onClick={(event) => {
                if (!(event.target as Element).closest('a')) onStep(each);
              }}
            >
              <span role="cell">{counted(each + 1)}</span>
              <span role="cell">{lagosTime(new Date(history.at[each]!).toISOString())}</span>
              <span role="cell">
                <Link to={eventPath(placeOf(each))}>{history.typeOf(each)}</Link>
              </span>
              <span role="cell" title={history.purchaseOf(each)}>
                {shortId(history.purchaseOf(each))}
              </span>
              <span role="cell" data-number>
                {nairaOfKobo(String(history.available[each]))}
              </span>
              <span role="cell" data-number data-change={Math.sign(history.availableBy(each))}>
                {change(history.availableBy(each))}
              </span>
              <span role="cell" data-number>
                {nairaOfKobo(String(history.held[each]))}
              </span>
              <span role="cell" data-number data-change={Math.sign(history.heldBy(each))}>
                {change(history.heldBy(each))}
              </span>
            </div>
          ))}
        </div>
      </div>
    </div>
  );
}
