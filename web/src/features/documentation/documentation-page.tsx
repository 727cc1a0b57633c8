import { Link } from 'react-router-dom';
import { CALLS, IDEMPOTENCY_HEADER } from '../../../../services/contracts/calls.js';
import { useUserDataQuery } from '../../api/user-data.api.js';
import { Card } from '../../ui/card.js';
import { Page } from '../../ui/page.js';
import { SMS_AND_BET, TRANSFERS } from './banking-chapter.js';
import { BILLS } from './bills-chapter.js';
import { CallReference } from './call-reference.js';
import { CodeSample } from './code-sample.js';
import { Refusals } from './refusals.js';
import { AIRTIME_AND_DATA, WALLET } from './wallet-chapter.js';
import classes from './documentation-page.module.css';

const CHAPTERS = [WALLET, AIRTIME_AND_DATA, BILLS, SMS_AND_BET, TRANSFERS];

/** How a reseller's server buys, call by call, from the contract the server is checked against. */
export default function DocumentationPage() {
  const { data: user } = useUserDataQuery();
  return (
    <Page title="API documentation" lead="How your own server buys from your wallet.">
      <div className={classes.page}>
        <nav className={classes.contents} aria-label="Contents">
          <a href="#start">Getting started</a>
          {CHAPTERS.map(({ id, title }) => (
            <a key={id} href={`#${id}`}>
              {title}
            </a>
          ))}
          <a href="#refusals">Refusals</a>
        </nav>
        <div className={classes.chapters}>
          <section id="start">
            <Card title="Getting started">
              <ul className={classes.rules}>
                <li>
                  Make a token on your <Link to="/profile">profile</Link> and keep it on your server
                  {user?.api_token ? ` (yours now: ${user.api_token})` : ''}. Send it as{' '}
                  <code>Authorization: Bearer</code>; browsers are refused.
                </li>
                <li>
                  Every call is a POST with a JSON body. Money is naira, times carry +01:00, ids are text, and
                  fields we do not name are ignored.
                </li>
                <li>
                  Give every purchase an <code>{IDEMPOTENCY_HEADER}</code> of 1 to 64 letters, digits, - and
                  _. If no answer comes, send the same again with the same key: you are charged once.
                </li>
                <li>
                  A purchase answers Pending and a reference. Ask <code>{CALLS.transaction.path}</code> until
                  it is Successful, Refunded or Reversed. Pending is not failed: never buy again under a new
                  key.
                </li>
              </ul>
              <CodeSample
                label="a first call"
                text={`curl -X POST ${location.origin}${CALLS.userData.path} \\\n  -H 'Authorization: Bearer nl_your_token' \\\n  -H 'Content-Type: application/json' \\\n  -d '{}'`}
              />
            </Card>
          </section>
          {CHAPTERS.map(({ id, title, about, calls }) => (
            <section key={id} id={id}>
              <Card title={title}>
                {about ? <p>{about}</p> : null}
                {calls.map((call) => (
                  <CallReference key={call.name} call={call} />
                ))}
              </Card>
            </section>
          ))}
          <Refusals />
        </div>
      </div>
    </Page>
  );
}
