import { ERRORS } from '../../../../services/contracts/errors.js';
import { Card } from '../../ui/card.js';
import classes from './documentation-page.module.css';

/** Every code a call can be refused with. */
export function Refusals() {
  return (
    <section id="refusals">
      <Card title="Refusals">
        <p>
          A refusal has a status of 400 or more and answers <code>{'{ status: false, code, message }'}</code>,
          with <code>field</code> where one field is at fault. Branch on the code, show the message.
        </p>
        <dl className={classes.fields}>
          {Object.entries(ERRORS).map(([code, [http, text]]) => (
            <div key={code}>
              <dt>
                <code>{code}</code>
              </dt>
              <dd>
                {http}. {text.replace(/\{\w+\}/g, '…')}
              </dd>
            </div>
          ))}
        </dl>
      </Card>
    </section>
  );
}
