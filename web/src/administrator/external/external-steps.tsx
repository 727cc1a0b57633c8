import { LoadError } from '../../domain/load-error.js';
import { SkeletonRows } from '../../ui/feedback/loading.js';
import { lagosTime } from '../../ui/format.js';
import { useExternalStepsQuery, type Step } from './external.api.js';
import { STEP_WORDS, whyText } from './external-words.js';
import classes from './external.module.css';

export function ExternalSteps({ id }: { readonly id: string }) {
  const { data, error, refetch } = useExternalStepsQuery(id);
  const steps = data?.steps;
  return (
    <section aria-label="What the vendor said">
      <h3 className={classes.heading}>What the vendor said</h3>
      {error && !steps ? (
        <LoadError error={error} fallback="The steps could not be loaded." onRetry={() => void refetch()} />
      ) : null}
      {!steps && !error ? <SkeletonRows rows={3} label="Loading the steps" /> : null}
      {steps ? (
        <ol className={classes.steps}>
          {steps.map((step, index) => (
            <li key={`${step.at} ${index}`}>
              <StepLine step={step} />
            </li>
          ))}
        </ol>
      ) : null}
    </section>
  );
}

function StepLine({
  step: { step, at, vendor, said, vendor_reference: reference, by, unread, entered },
}: {
  readonly step: Step;
}) {
  return (
    <>
      <strong>{STEP_WORDS[step]}</strong>
      {vendor ? <span> · {vendor}</span> : null}
      {by ? <span> · by {by}</span> : null}
      <time dateTime={at}>{lagosTime(at)}</time>
      {said ? <p>{step === 'review' ? whyText(said) : said}</p> : null}
      {entered ? <p>Tokens or pins were entered with this decision.</p> : null}
      {unread ? <Unread text={unread} /> : null}
      {reference ? <p className={classes.reference}>{reference}</p> : null}
    </>
  );
}

export function Unread({ text }: { readonly text: string }) {
  return (
    <div className={classes.unread}>
      <p>Handed over, and not readable</p>
      <pre dir="ltr">{text}</pre>
    </div>
  );
}
