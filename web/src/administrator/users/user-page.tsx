import { Button } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { Link, useParams } from 'react-router-dom';
import type { CallAnswer } from '../../../../services/contracts/calls.js';
import { PROBLEM_TEXTS } from '../../../../services/contracts/fields/problems.js';
import { useMay } from '../../api/use-signed-in.js';
import { LoadError } from '../../domain/load-error.js';
import { ServiceName } from '../../domain/products.js';
import { StatusBadge } from '../../domain/transaction-card.js';
import { SkeletonRows } from '../../ui/feedback/loading.js';
import { Notice } from '../../ui/feedback/notice.js';
import { count, lagosTime, naira } from '../../ui/format.js';
import { Card, Page } from '../../ui/layout/page.js';
import { EditUserSheet } from './edit-user-sheet.js';
import { CallLimitSheet, PayoutsSheet, SendButton, SpendingSheet } from './support-actions.js';
import { nameOf, useUserQuery } from './users.api.js';
import classes from './admin-users.module.css';

/** Type of an event as a readable text: `ApiTokenIssued` becomes `Api token issued`. */
const eventText = (type: string): string =>
  type.replace(/(?<=[a-z])[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);

interface FactsProps {
  readonly title: string;
  readonly of: readonly (readonly [what: string, is: ReactNode])[];
}

function Facts({ title, of }: FactsProps) {
  return (
    <Card className={classes.part ?? ''}>
      <h2>{title}</h2>
      <dl className={classes.facts}>
        {of.map(([what, is]) => (
          <div key={what}>
            <dt>{what}</dt>
            <dd>{is}</dd>
          </div>
        ))}
      </dl>
    </Card>
  );
}

interface Line {
  readonly key: string;
  readonly at: string;
  readonly what: ReactNode;
  readonly beside?: ReactNode;
}

function Lines({
  title,
  none,
  lines,
}: {
  readonly title: string;
  readonly none: string;
  readonly lines: readonly Line[];
}) {
  return (
    <Card className={classes.part ?? ''}>
      <h2>{title}</h2>
      {lines.length === 0 ? <p className={classes.none}>{none}</p> : null}
      <ul className={classes.lines}>
        {lines.map(({ key, at, what, beside }) => (
          <li key={key}>
            <span className={classes.what}>{what}</span>
            {beside ? <span>{beside}</span> : null}
            <time dateTime={at}>{lagosTime(at)}</time>
          </li>
        ))}
      </ul>
    </Card>
  );
}

type Answer = CallAnswer<'user'>;
type Changing = 'edit' | 'spending' | 'payouts' | 'calls';

function Account({ answer }: { readonly answer: Answer }) {
  const { user, freezes, wallet, payouts_from } = answer;
  const [changing, setChanging] = useState<Changing>();
  const mayStop = useMay('support', 'finance');
  const { auth_token: token, ...listed } = user;
  const close = (): void => setChanging(undefined);
  return (
    <>
      {user.frozen ? (
        <Notice tone="warn" announce={false}>
          Spending is stopped: nothing is bought, transferred or ordered from this wallet.
          {freezes.map(({ id, reason }) => (
            <q key={id} className={classes.words}>
              {reason}
            </q>
          ))}
        </Notice>
      ) : null}
      {payouts_from === '' ? null : (
        <Notice tone="warn" announce={false}>
          Money leaves to known recipients only until {lagosTime(payouts_from)}: the email was changed, or the
          PIN was reset.
        </Notice>
      )}
      {mayStop ? <Actions user={user} waits={payouts_from !== ''} onChange={setChanging} /> : null}
      <div className={classes.parts}>
        <Facts
          title="Account"
          of={[
            ['Email', user.email || 'No email'],
            ['Email verified', user.email_verified ? 'Yes' : 'No'],
            ['Phone', user.phone_number],
            ['Type', user.upgrade_user ? 'Affiliate' : 'Regular'],
            ['API token', token || 'None'],
            ['Calls per second', answer.calls_per_second === null ? 'Usual' : count(answer.calls_per_second)],
            ['Registered', lagosTime(user.registered_at)],
            ['Id', user.id],
          ]}
        />
        <Facts
          title="Wallet"
          of={[
            ['Available', naira(wallet.available)],
            ['Held', naira(wallet.held)],
            ['Funded in all', naira(wallet.total_funded)],
            ['Spent in all', naira(wallet.total_spent)],
            ['Transactions', count(wallet.total_transactions)],
          ]}
        />
        <AccountLines answer={answer} />
      </div>
      {changing === 'edit' ? <EditUserSheet user={{ ...listed, token }} onClose={close} /> : null}
      {changing === 'payouts' ? <PayoutsSheet user={user} onClose={close} /> : null}
      {changing === 'spending' ? <SpendingSheet user={user} freezes={freezes} onClose={close} /> : null}
      {changing === 'calls' ? (
        <CallLimitSheet user={user} perSecond={answer.calls_per_second} onClose={close} />
      ) : null}
    </>
  );
}

interface ActionsProps {
  readonly user: Answer['user'];
  readonly waits: boolean;
  readonly onChange: (what: Changing) => void;
}

function Actions({ user, waits, onChange }: ActionsProps) {
  const mayHelp = useMay('support');
  return (
    <div className={classes.actions}>
      <Button size="sm" variant="default" onClick={() => onChange('edit')}>
        Edit
      </Button>
      <Button size="sm" variant="default" onClick={() => onChange('spending')}>
        {user.frozen ? 'Allow spending' : 'Stop spending'}
      </Button>
      {mayHelp ? (
        <Button size="sm" variant="default" onClick={() => onChange('calls')}>
          Call limit
        </Button>
      ) : null}
      {waits ? (
        <Button size="sm" variant="default" onClick={() => onChange('payouts')}>
          Let money leave
        </Button>
      ) : null}
      {mayHelp ? <SendButton id={user.id} call="signOutUser" label="Sign out everywhere" /> : null}
      {mayHelp && !user.email_verified ? (
        <SendButton id={user.id} call="resendUserCode" label="Resend code" />
      ) : null}
    </div>
  );
}

function AccountLines({ answer }: { readonly answer: Answer }) {
  const mayHelp = useMay('support');
  return (
    <>
      <Lines title="Holds" none="No purchase is under way." lines={answer.holds.map(holdLine)} />
      <Lines
        title="Newest transactions"
        none="Nothing was bought yet."
        lines={answer.history.map(transactionLine)}
      />
      <Lines
        title="Reported problems"
        none="The customer reported nothing."
        lines={answer.problems.map(problemLine)}
      />
      <Lines title="Events" none="Nothing happened yet." lines={eventLines(answer.events)} />
      <Lines title="Sessions" none="Signed in nowhere." lines={answer.sessions.map(sessionLine)} />
      <Lines
        title="Devices"
        none={mayHelp ? 'No browser has changed anything of this account.' : 'Shown to support.'}
        lines={answer.devices.map(deviceLine)}
      />
    </>
  );
}

const holdLine = ({ id, service, price, at }: Answer['holds'][number]): Line => ({
  key: id,
  at,
  what: <ServiceName of={service} />,
  beside: naira(price),
});

const transactionLine = (row: Answer['history'][number]): Line => ({
  key: row.id,
  at: row.transaction_history_date,
  what: (
    <>
      <ServiceName of={row.service} /> {naira(row.amount)} <code>{row.api_transaction_reference}</code>
    </>
  ),
  beside: <StatusBadge status={row.transaction_status} />,
});

const problemLine = (report: Answer['problems'][number]): Line => ({
  key: report.id,
  at: report.reported_at,
  what: (
    <>
      {PROBLEM_TEXTS[report.problem]}
      {report.words ? <q className={classes.words}>{report.words}</q> : null}{' '}
      <code>{report.api_transaction_reference}</code>
    </>
  ),
  beside: `while ${report.transaction_status}`,
});

const eventLines = (events: Answer['events']): readonly Line[] =>
  events.map(({ type, at, by, reason }, index) => ({
    key: `${at} ${type} ${events.length - index}`,
    at,
    what: reason ? `${eventText(type)}: ${reason}` : eventText(type),
    beside: `by ${by}`,
  }));

const sessionLine = ({ started_at, last_seen_at }: Answer['sessions'][number], index: number): Line => ({
  key: `${started_at} ${index}`,
  at: last_seen_at,
  what: `Since ${lagosTime(started_at)}`,
  beside: 'last used',
});

const deviceLine = ({ device, address, last_seen_at }: Answer['devices'][number]): Line => ({
  key: `${device} ${address}`,
  at: last_seen_at,
  what: device,
  beside: address,
});

export default function UserPage() {
  const { id = '' } = useParams();
  const { data, error, refetch } = useUserQuery(id);
  return (
    <Page title={data ? nameOf(data.user) : 'User'} aside={<Link to="/user-center">All users</Link>}>
      {error && !data ? (
        <LoadError error={error} fallback="The user could not be loaded." onRetry={() => void refetch()} />
      ) : null}
      {!data && !error ? <SkeletonRows rows={8} label="Loading the user" /> : null}
      {data ? <Account answer={data} /> : null}
    </Page>
  );
}
