import { count, lagosTime } from '../ui/format.js';
import { Figure, Figures } from '../ui/layout/figures.js';
import { Card } from '../ui/layout/page.js';
import { nairaOfKobo } from './audit-words.js';
import type { Overview } from './audit.api.js';
import classes from './audit.module.css';

const NOT_FINISHED = 'could not finish';

export function LastAudit({
  lastAudit: audit,
  nextAuditAt,
  askedAt,
}: Pick<Overview, 'lastAudit' | 'nextAuditAt' | 'askedAt'>) {
  if (audit === null || nextAuditAt === null)
    return (
      <Card title="Scheduled audit">
        <p className={classes.soft}>
          Not yet audited. Some minutes after it was started the product verifies the ledger and compares
          every list with it by itself, and then every time that AUDIT_EVERY says. The commands below do it at
          once.
        </p>
      </Card>
    );
  const { at, position, drift, drifting, unexplained, problems, lines, unfinished } = audit;
  const when = `${lagosTime(at)}, event ${count(position)}`;
  return (
    <Card title="Scheduled audit" className={classes.stack ?? ''}>
      <p className={classes.soft}>
        Last: {when}. Next: {nextAuditAt <= askedAt ? 'is due now' : lagosTime(nextAuditAt)}.
      </p>
      <Figures>
        <Found
          name="Drift"
          bad={drift !== null && drift > 0}
          value={drift === null ? '–' : count(drift)}
          about={
            drift === null
              ? NOT_FINISHED
              : drift === 0
                ? 'every list is what the ledger makes of it'
                : drifting
                    .map(({ view, drift: own }) => `${view.replaceAll('_', ' ')} ${count(own)}`)
                    .join(', ')
          }
        />
        <Found
          name="Unexplained"
          bad={unexplained !== null && unexplained !== '0'}
          value={unexplained === null ? '–' : nairaOfKobo(unexplained)}
          about={unexplained === null ? NOT_FINISHED : 'postings against what events state'}
        />
        <Found
          name="Last verification"
          bad={problems !== null && problems > 0}
          value={
            problems === null ? '–' : problems === 0 ? 'Nothing is wrong' : `${count(problems)} problems`
          }
          about={problems === null ? NOT_FINISHED : 'hashes, postings and every purchase'}
        />
      </Figures>
      {lines.length > 0 ? (
        <ul className={classes.found}>
          {lines.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      ) : null}
      {unfinished === null ? null : <p className={classes.soft}>Could not finish: {unfinished}</p>}
    </Card>
  );
}

interface FoundProps {
  readonly name: string;
  readonly value: string;
  readonly about: string;
  readonly bad: boolean;
}

const Found = ({ name, value, about, bad }: FoundProps) => (
  <Figure name={name} value={value} bad={bad}>
    <span>{about}</span>
  </Figure>
);
