import { CALLS, IDEMPOTENCY_HEADER } from '../../../../services/contracts/calls.js';
import { CodeSample } from './code-sample.js';
import type { DocumentedCall } from './documented.js';
import classes from './documentation-page.module.css';

const curlOf = (path: string, body: object, changes: boolean): string =>
  [
    `curl -X POST ${location.origin}${path}`,
    `  -H 'Authorization: Bearer nl_your_token'`,
    `  -H 'Content-Type: application/json'`,
    ...(changes ? [`  -H '${IDEMPOTENCY_HEADER}: order-1042'`] : []),
    `  -d '${JSON.stringify(body)}'`,
  ].join(' \\\n');

/** One call: its address, what it takes, what it answers, and a command to try it with. */
export function CallReference({ call }: { readonly call: DocumentedCall }) {
  const { path, method, kind } = CALLS[call.name];
  const fields = Object.entries(call.fields);
  return (
    <article className={classes.call} id={call.name}>
      <h3>{call.title}</h3>
      <p className={classes.address}>
        <span>{method}</span> <code>{path}</code>
      </p>
      <p>{call.about}</p>
      {fields.length > 0 ? (
        <dl className={classes.fields}>
          {fields.map(([field, meaning]) => (
            <div key={field}>
              <dt>
                <code>{field}</code>
              </dt>
              <dd>{meaning}</dd>
            </div>
          ))}
        </dl>
      ) : null}
      <details>
        <summary>Example</summary>
        <CodeSample label={`the call ${call.title}`} text={curlOf(path, call.body, kind === 'changes')} />
        <CodeSample label={`the answer of ${call.title}`} text={JSON.stringify(call.answer, null, 2)} />
      </details>
    </article>
  );
}
