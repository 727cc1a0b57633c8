import { Button } from '@mantine/core';
import { useDispatch } from 'react-redux';
import { api } from '../../api/base-api.js';
import { useSend } from '../../api/use-send.js';
import { toast } from '../../ui/feedback/toast.js';
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

/** Where a colleague is signed in, and what an owner does about it. */
export function AdministratorDetails({
  row,
  onReset,
}: {
  readonly row: Administrator;
  /** Absent for whoever may not. */
  readonly onReset: (() => void) | undefined;
}) {
  const { sessions, second_factor: hasFactor } = row;
  return (
    <section className={classes.details}>
      <h3>Signed in now</h3>
      {sessions.length === 0 ? <p className={classes.soft}>In no browser.</p> : null}
      <ul className={classes.sessions}>
        {sessions.map(({ started_at: started, last_seen_at: seen }, index) => (
          // Two may have begun at the same moment.
          <li key={`${started} ${index}`}>
            <span>
              Since <time dateTime={started}>{lagosTime(started)}</time>
            </span>
            <span className={classes.soft}>
              used <time dateTime={seen}>{lagosTime(seen)}</time>
            </span>
          </li>
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
