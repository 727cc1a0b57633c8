import { CopyButton } from '../../ui/copy-button.js';
import type { DocumentedCall } from './openapi.js';
import classes from './documentation-page.module.css';

function curlOf({ method, path, operation }: DocumentedCall, body: unknown): string {
  const headers = operation.parameters.flatMap(({ name, example }) =>
    example === undefined ? [] : [`  -H '${name}: ${example}'`],
  );
  return [
    `curl -X ${method} ${location.origin}${path}`,
    `  -H 'Authorization: Bearer nl_your_token'`,
    `  -H 'Content-Type: application/json'`,
    ...headers,
    `  -d '${JSON.stringify(body)}'`,
  ].join(' \\\n');
}

export function CallReference({ call }: { readonly call: DocumentedCall }) {
  const { method, path, operation } = call;
  const { operationId, summary, description, requestBody, responses } = operation;
  const request = requestBody?.content['application/json'];
  const answer = responses['200']?.content?.['application/json'];
  const fields = Object.entries(request?.schema.properties ?? {});
  return (
    <article className={classes.call} id={operationId}>
      <h3>{summary}</h3>
      <p className={classes.address}>
        <span>{method}</span> <code>{path}</code>
      </p>
      <p>{description}</p>
      {fields.length > 0 ? (
        <dl className={classes.fields}>
          {fields.map(([field, { description: meaning }]) => (
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
        <CodeSample label={`the call ${summary}`} text={curlOf(call, request?.example)} />
        <CodeSample label={`the answer of ${summary}`} text={JSON.stringify(answer?.example, null, 2)} />
      </details>
    </article>
  );
}

export function CodeSample({ label, text }: { readonly label: string; readonly text: string }) {
  return (
    <div className={classes.sample}>
      <pre tabIndex={0} aria-label={label} role="region">
        {text}
      </pre>
      <CopyButton value={text} label={`Copy ${label}`} />
    </div>
  );
}
