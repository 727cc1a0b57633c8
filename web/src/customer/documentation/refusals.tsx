import { Card } from '../../ui/layout/page.js';
import type { OpenApi } from './openapi.js';
import classes from './documentation-page.module.css';

export function Refusals({ document }: { readonly document: OpenApi }) {
  const { code } = document.components.schemas.Refusal.properties;
  return (
    <section id="refusals">
      <Card title="Refusals">
        <p>
          A refusal has a status of 400 or more and answers <code>{'{ status: false, code, message }'}</code>,
          with <code>field</code> where one field is at fault. Branch on the code, show the message.
        </p>
        <dl className={classes.fields}>
          {code.enum.map((name, index) => (
            <div key={name}>
              <dt>
                <code>{name}</code>
              </dt>
              <dd>{code['x-enum-descriptions'][index]}</dd>
            </div>
          ))}
        </dl>
      </Card>
    </section>
  );
}
