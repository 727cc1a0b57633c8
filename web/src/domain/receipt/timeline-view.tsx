import { msg, t } from '../../languages/language.js';
import { lagosClock, lagosTime } from '../../ui/format.js';
import { CheckIcon } from '../../ui/icons.js';
import type { TimelineStep } from './timeline.js';
import classes from './timeline-view.module.css';

const SPOKEN = { done: msg('done'), current: msg('in progress'), upcoming: msg('not yet') };

export function TimelineView({ steps }: { readonly steps: readonly TimelineStep[] }) {
  return (
    <ol className={classes.timeline}>
      {steps.map(({ title, text, at, state }) => (
        <li key={title} data-state={state} aria-current={state === 'current' ? 'step' : undefined}>
          <span className={classes.dot}>{state === 'done' ? <CheckIcon strokeWidth={2.5} /> : null}</span>
          <div>
            <strong>{title}</strong>
            <span className="nl-hidden">, {t(SPOKEN[state])}</span>
            {text ? <p>{text}</p> : null}
          </div>
          {at ? (
            <time dateTime={at} title={lagosTime(at)}>
              {lagosClock(at)}
            </time>
          ) : null}
        </li>
      ))}
    </ol>
  );
}
