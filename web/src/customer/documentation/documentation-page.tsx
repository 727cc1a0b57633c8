import { Link } from 'react-router-dom';
import { IDEMPOTENCY_HEADER } from '../../../../services/contracts/wire-names.js';
import { CUSTOMER_SIDE_CALLS as CALLS } from '../../../../services/contracts/customer-side-calls.js';
import { useUserDataQuery } from '../../api/user-data.api.js';
import { LoadError } from '../../domain/load-error.js';
import { t } from '../../languages/language.js';
import { SkeletonRows } from '../../ui/feedback/loading.js';
import { Card, Page } from '../../ui/layout/page.js';
import { CallReference, CodeSample } from './call-reference.js';
import { anchorOf, chaptersForServers } from './openapi.js';
import { Refusals } from './refusals.js';
import { useOpenApi } from './use-openapi.js';
import classes from './documentation-page.module.css';

export default function DocumentationPage() {
  const { data: user } = useUserDataQuery();
  const { state, retry } = useOpenApi();
  const chapters = state.kind === 'ready' ? chaptersForServers(state.document) : [];
  return (
    <Page title={t('API documentation')} lead={t('How your own server buys from your wallet.')}>
      {/* Always English, like the calls and their fields. */}
      <div className={classes.page} lang="en">
        <nav className={classes.contents} aria-label="Contents">
          <a href="#start">Getting started</a>
          {chapters.map(({ title }) => (
            <a key={title} href={`#${anchorOf(title)}`}>
              {title}
            </a>
          ))}
          {state.kind === 'ready' ? <a href="#refusals">Refusals</a> : null}
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
                <li>
                  The whole contract for your tools, as OpenAPI 3.1: <a href="/openapi.json">openapi.json</a>.
                </li>
              </ul>
              <CodeSample
                label="a first call"
                text={`curl -X POST ${location.origin}${CALLS.userData.path} \\\n  -H 'Authorization: Bearer nl_your_token' \\\n  -H 'Content-Type: application/json' \\\n  -d '{}'`}
              />
            </Card>
          </section>
          {state.kind === 'loading' ? (
            <Card title="Calls">
              <SkeletonRows rows={8} label="Loading the calls" />
            </Card>
          ) : null}
          {state.kind === 'failed' ? (
            <LoadError error={undefined} fallback="The calls could not be loaded." onRetry={retry} />
          ) : null}
          {chapters.map(({ title, about, calls }) => (
            <section key={title} id={anchorOf(title)}>
              <Card title={title}>
                {about ? <p>{about}</p> : null}
                {calls.map((call) => (
                  <CallReference key={call.operation.operationId} call={call} />
                ))}
              </Card>
            </section>
          ))}
          {state.kind === 'ready' ? <Refusals document={state.document} /> : null}
        </div>
      </div>
    </Page>
  );
}
