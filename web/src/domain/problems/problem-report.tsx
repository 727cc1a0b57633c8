import {
  PROBLEM_TEXTS,
  type ProblemReport as Report,
} from '../../../../services/contracts/fields/problems.js';
import { lagosTime } from '../../ui/format.js';
import classes from './problem-report.module.css';

export function ProblemReport({ report }: { readonly report: Report | undefined }) {
  if (!report) return null;
  const { problem, words, transaction_status: status, reported_at: at } = report;
  return (
    <section className={classes.report} aria-label="The customer reported">
      <h3>The customer reported</h3>
      <p>
        <strong>{PROBLEM_TEXTS[problem]}</strong>
      </p>
      {words ? <blockquote>{words}</blockquote> : null}
      <p className={classes.when}>
        <time dateTime={at}>{lagosTime(at)}</time>, while it was {status}
      </p>
    </section>
  );
}

export function ProblemCell({ report }: { readonly report: Report | undefined }) {
  if (!report) return null;
  const { problem, words } = report;
  return (
    <span className={classes.cell} title={words}>
      <strong>{PROBLEM_TEXTS[problem]}</strong>
      {words ? <span> {words}</span> : null}
    </span>
  );
}
