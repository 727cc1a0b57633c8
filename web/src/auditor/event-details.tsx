import { Link } from 'react-router-dom';
import { LoadError } from '../domain/load-error.js';
import { CopyButton } from '../ui/copy-button.js';
import { SkeletonRows } from '../ui/feedback/loading.js';
import { count, lagosTime } from '../ui/format.js';
import { accountPath, nairaOfKobo, shortStream } from './audit-words.js';
import {
  type AuditEventRow,
  type EventPlace,
  eventPath,
  placeOf,
  useAuditEventQuery,
  type WholeEvent,
} from './audit.api.js';
import classes from './audit.module.css';

export function EventDetails({ place }: { readonly place: EventPlace }) {
  const { currentData: data, error, refetch } = useAuditEventQuery(place);
  if (error && !data)
    return (
      <LoadError error={error} fallback="The event could not be loaded." onRetry={() => void refetch()} />
    );
  if (!data) return <SkeletonRows rows={6} label="Loading the event" />;
  const { cause, causedBy, effects, related, previous, next, postings, streams } = data;
  return (
    <div className={classes.stack}>
      <Facts of={data} />
      {postings.length > 0 ? <Postings lines={postings} /> : null}
      <section className={classes.section} aria-label="Cause">
        <h3>What led to it</h3>
        {cause ? (
          <EventLinks rows={[cause]} />
        ) : (
          <p className={classes.soft}>
            {causedBy !== 'request'
              ? 'It was not found nearby.'
              : bySystem(data)
                ? 'Nothing stored: the product did it by itself.'
                : 'Nothing stored: somebody asked for it.'}
          </p>
        )}
      </section>
      {effects.length > 0 ? (
        <section className={classes.section} aria-label="Effects">
          <h3>What it led to</h3>
          <EventLinks rows={effects} />
        </section>
      ) : null}
      {related.length > 0 ? (
        <section className={classes.section} aria-label="The same request">
          <h3>Of the same request</h3>
          <EventLinks rows={related} />
        </section>
      ) : null}
      <section className={classes.section} aria-label="Stream">
        <h3>In its stream</h3>
        <EventLinks
          rows={[
            ...(previous ? [{ ...previous.row, told: 'Before it: ' }] : []),
            ...(next ? [{ ...next, told: 'After it: ' }] : []),
          ]}
        />
        <ul className={classes.links}>
          {streams.map((stream) => (
            <li key={stream}>
              <Link
                to={`/audit/events?stream=${encodeURIComponent(stream)}`}
                className={classes.mono}
                title={stream}
              >
                All of {shortStream(stream)}
              </Link>
            </li>
          ))}
        </ul>
      </section>
      <Stored of={data} />
    </div>
  );
}

function bySystem({ event }: WholeEvent): boolean {
  const { kind } = (event['actor'] ?? {}) as { readonly kind?: string };
  return kind === 'system';
}

function textOf(event: WholeEvent['event'], name: string): string {
  const value = new Map(Object.entries(event)).get(name);
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

function Facts({ of: { event, position, hash, hashHolds, previous } }: { readonly of: WholeEvent }) {
  const actor = (event['actor'] ?? {}) as { readonly kind?: string; readonly id?: string };
  const purchaseId = textOf((event['data'] ?? {}) as WholeEvent['event'], 'purchaseId');
  return (
    <dl className={classes.facts}>
      <div>
        <dt>When</dt>
        <dd>{lagosTime(textOf(event, 'at'))}</dd>
      </div>
      <div>
        <dt>Position</dt>
        <dd>
          {position === null ? (
            'not counted'
          ) : (
            <>
              {count(position)} · <Link to={`/audit/proofs?position=${position}`}>Prove it</Link>
            </>
          )}
        </dd>
      </div>
      <div>
        <dt>Stream</dt>
        <dd className={classes.mono}>
          {textOf(event, 'stream')} · {textOf(event, 'revision')}
        </dd>
      </div>
      {purchaseId === '' ? null : (
        <div>
          <dt>Purchase</dt>
          <dd>
            <span className={classes.mono}>{purchaseId}</span> ·{' '}
            <Link to={`/audit/why?reference=${encodeURIComponent(purchaseId)}`}>Why was this charged?</Link>
          </dd>
        </div>
      )}
      <div>
        <dt>Actor</dt>
        <dd className={classes.mono}>
          {actor.kind} · {actor.id}
        </dd>
      </div>
      <div>
        <dt>Hash</dt>
        <dd>
          <span className={classes.mono}>{hash}</span>
          <br />
          {hashHolds === null ? (
            <span className={classes.soft}>The stored bytes are not at hand.</span>
          ) : hashHolds ? (
            <span className={classes.good}>It is that of the stored bytes.</span>
          ) : (
            <span className={classes.bad}>The stored bytes have another hash.</span>
          )}
        </dd>
      </div>
      <div>
        <dt>Chain</dt>
        <dd>
          <span className={classes.mono}>{textOf(event, 'previousHash')}</span>
          <br />
          {previous === null ? (
            <span className={classes.soft}>The first of its stream.</span>
          ) : previous.agrees ? (
            <span className={classes.good}>It is the hash of the event before it.</span>
          ) : (
            <span className={classes.bad}>The event before it has another hash.</span>
          )}
        </dd>
      </div>
    </dl>
  );
}

function Postings({ lines }: { readonly lines: WholeEvent['postings'] }) {
  return (
    <section className={classes.section} aria-label="Postings">
      <h3>What it moved</h3>
      <table className={classes.postings}>
        <thead>
          <tr>
            <th scope="col">Account</th>
            <th scope="col" data-number>
              Debit
            </th>
            <th scope="col" data-number>
              Credit
            </th>
          </tr>
        </thead>
        <tbody>
          {lines.map(({ account, amount }, index) => (
            <tr key={index}>
              <td>
                <Link to={accountPath(account)} className={classes.mono}>
                  {account}
                </Link>
              </td>
              <td data-number>{amount.startsWith('-') ? '' : nairaOfKobo(amount)}</td>
              <td data-number>{amount.startsWith('-') ? nairaOfKobo(amount.slice(1)) : ''}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function EventLinks({ rows }: { readonly rows: readonly (AuditEventRow & { readonly told?: string })[] }) {
  return (
    <ul className={classes.links}>
      {rows.map((row) => (
        <li key={row.id}>
          <span>
            {row.told}
            <Link to={eventPath(placeOf(row))}>{row.type}</Link>
            {row.moved === null ? null : ` ${nairaOfKobo(row.moved)}`}
          </span>
          <span className={classes.soft}>
            {shortStream(row.stream)} · {lagosTime(row.at)}
          </span>
        </li>
      ))}
    </ul>
  );
}

function Stored({ of: { text, event } }: { readonly of: WholeEvent }) {
  const shown = JSON.stringify(event, null, 2);
  return (
    <section className={classes.section} aria-label="Stored">
      <h3>As it is stored</h3>
      <pre className={`${classes.json} ${classes.mono}`} tabIndex={0} aria-label="The event as JSON">
        {shown}
      </pre>
      <p className={classes.buttons}>
        <CopyButton value={text ?? shown} label="Copy the event to the byte">
          {text === null ? 'Copy JSON' : 'Copy the stored bytes'}
        </CopyButton>
      </p>
    </section>
  );
}
