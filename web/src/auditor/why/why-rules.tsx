import { lagosTime } from '../../ui/format.js';
import { Card } from '../../ui/layout/page.js';
import classes from '../audit.module.css';
import { nairaOfKobo } from '../audit-words.js';
import { EventLink, SetByWhom } from './set-by-whom.js';
import own from './why.module.css';
import { actorWords, vendorName, type Why } from './why-words.js';

export function Rules({ why: { rules, people } }: { readonly why: Why }) {
  return (
    <Card title="Rules as they stood">
      {rules.length === 0 ? (
        <p className={classes.soft}>No rule of prices is known for it.</p>
      ) : (
        <ul className={own.rules}>
          {rules.map(({ rule, value, set }) => (
            <li key={rule}>
              <span>{rule}</span>
              <strong>{value}</strong>
              <SetByWhom set={set} people={people} />
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}

export function Vendors({ why: { vendor, attempts, vendors, people } }: { readonly why: Why }) {
  const paused = vendor.inTurn.flatMap((each) => (each.paused ? [{ ...each, paused: each.paused }] : []));
  return (
    <Card title="Through whom">
      <dl className={classes.facts}>
        <div>
          <dt>Active then</dt>
          <dd>
            {vendorName(vendor.active, vendors)}
            <br />
            <SetByWhom set={vendor.set} people={people} />
            {paused.map((each) => (
              <p key={each.vendor} className={classes.soft}>
                {vendorName(each.vendor, vendors)} was paused: {actorWords(each.paused.actor, people)},{' '}
                {lagosTime(each.paused.at)} · <EventLink of={each.paused} />
              </p>
            ))}
          </dd>
        </div>
        <div>
          <dt>Given to</dt>
          <dd>
            {vendorName(vendor.chosen, vendors)}
            <br />
            <span className={classes.soft}>{vendor.why}</span>
          </dd>
        </div>
      </dl>
      {attempts.length === 0 ? (
        <p className={classes.soft}>It was not sent to anybody yet.</p>
      ) : (
        <ol className={own.steps} aria-label="Attempts">
          {attempts.map(({ attempt, vendor: got, event, why, rule }) => (
            <li key={attempt}>
              <time dateTime={event.at}>{lagosTime(event.at)}</time>
              <span>
                <strong>
                  Attempt {attempt}: {vendorName(got, vendors)}
                </strong>{' '}
                {why}{' '}
                {rule.active === got ? null : (
                  <>
                    Active then: {vendorName(rule.active, vendors)}.{' '}
                    <SetByWhom set={rule.set} people={people} />
                  </>
                )}
              </span>
              <EventLink of={event} />
            </li>
          ))}
        </ol>
      )}
    </Card>
  );
}

export function Followed({ why: { followed, vendors, people } }: { readonly why: Why }) {
  return (
    <Card title="What followed">
      {followed.length === 0 ? (
        <p className={classes.soft}>Nothing has followed yet: the money is held.</p>
      ) : (
        <ol className={own.steps} aria-label="What followed">
          {followed.map(({ event, what, vendor, kobo, reason, decidedBy }) => (
            <li key={event.id}>
              <time dateTime={event.at}>{lagosTime(event.at)}</time>
              <span>
                <strong>{what}</strong>
                {kobo === undefined ? null : ` ${nairaOfKobo(kobo)}`}
                <br />
                <span className={classes.soft}>
                  {[
                    ...(vendor ? [vendorName(vendor, vendors)] : []),
                    ...(reason ? [reason] : []),
                    actorWords(event.actor, people),
                  ].join(' · ')}
                  {decidedBy ? (
                    <>
                      , as it follows from <EventLink of={decidedBy} /> ({actorWords(decidedBy.actor, people)}
                      )
                    </>
                  ) : null}
                </span>
              </span>
              <EventLink of={event} />
            </li>
          ))}
        </ol>
      )}
    </Card>
  );
}
