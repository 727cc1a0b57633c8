import { Button } from '@mantine/core';
import { useDispatch } from 'react-redux';
import { api } from '../../api/base-api.js';
import { useSend } from '../../api/use-send.js';
import { browserName } from '../../domain/browser-name.js';
import { toast } from '../../ui/feedback/toast.js';
import { useGuard } from '../../ui/form/busy-button.js';
import { lagosTime } from '../../ui/format.js';
import type { Administrator } from './administrators.api.js';
import classes from './administrators.module.css';

function SignOutButton({ row }: { readonly row: Administrator }) {
  const { send, busy, error } = useSend(
    'signOutAdministrator',
    {
      refused: 'The administrator could not be signed out.',
      broken: 'We cannot reach the server. Check your connection.',
    },
    { id: row.id },
  );
  const dispatch = useDispatch();
  const signOut = async (): Promise<void> => {
    const answer = await send({});
    dispatch(api.util.invalidateTags(['Administrators', 'Activity']));
    if (answer) toast(answer.message);
  };
  return (
    <>
      <Button size="sm" variant="default" disabled={busy} onClick={() => void signOut()}>
        {busy ? 'Processing...' : 'Sign out everywhere'}
      </Button>
      {error ? (
        <p role="alert" className={classes.error}>
          {error}
        </p>
      ) : null}
    </>
  );
}

type Session = Administrator['sessions'][number];

function SessionLine({
  row,
  session,
  mayEnd,
  guarded,
}: {
  readonly row: Administrator;
  readonly session: Session;
  readonly mayEnd: boolean;
  readonly guarded: boolean;
}) {
  const { id, started_at: started, last_seen_at: seen, device, address } = session;
  const { send, busy, error } = useSend(
    'endAdministratorSession',
    {
      refused: 'The browser could not be signed out.',
      broken: 'We cannot reach the server. Check your connection.',
    },
    { id: row.id },
  );
  const dispatch = useDispatch();
  const end = async (): Promise<void> => {
    const answer = await send({ session: id });
    dispatch(api.util.invalidateTags(['Administrators', 'Activity']));
    if (answer) toast(answer.message);
  };
  return (
    <li>
      <span className={classes.session}>
        {device ? (
          <span className={classes.device} title={device}>
            {browserName(device)}
          </span>
        ) : null}
        {address ? <span>From {address}</span> : null}
        <span>
          Since <time dateTime={started}>{lagosTime(started)}</time>
        </span>
        <span className={classes.soft}>
          used <time dateTime={seen}>{lagosTime(seen)}</time>
        </span>
        {error ? (
          <span role="alert" className={classes.error}>
            {error}
          </span>
        ) : null}
      </span>
      {mayEnd ? (
        <Button
          size="compact-sm"
          variant="default"
          disabled={busy || guarded}
          aria-label={`Sign out the browser of ${lagosTime(started)}`}
          onClick={() => void end()}
        >
          {busy ? 'Processing...' : 'End'}
        </Button>
      ) : null}
    </li>
  );
}

export function AdministratorDetails({
  row,
  onReset,
}: {
  readonly row: Administrator;
  readonly onReset: (() => void) | undefined;
}) {
  const { sessions, second_factor: hasFactor } = row;
  // Ignore taps for a moment after each change of the list, because another row may have moved
  // under the finger.
  const guarded = useGuard(sessions.map(({ id }) => id).join());
  return (
    <section className={classes.details}>
      <h3>Signed in now</h3>
      {sessions.length === 0 ? <p className={classes.soft}>In no browser.</p> : null}
      <ul className={classes.sessions}>
        {sessions.map((session) => (
          <SessionLine
            key={session.id}
            row={row}
            session={session}
            mayEnd={onReset !== undefined}
            guarded={guarded}
          />
        ))}
      </ul>
      {onReset ? (
        <div className={classes.actions}>
          {sessions.length > 0 ? <SignOutButton row={row} /> : null}
          {hasFactor ? (
            <Button size="sm" variant="default" onClick={onReset}>
              Reset second factor
            </Button>
          ) : null}
        </div>
      ) : null}
    </section>
  );
}
