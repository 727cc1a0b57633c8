import { Button } from '@mantine/core';
import { useState } from 'react';
import { useDispatch } from 'react-redux';
import type { CallAnswer } from '../../../../services/contracts/calls.js';
import { api, reading } from '../../api/base-api.js';
import { useSend } from '../../api/use-send.js';
import { browserName } from '../../domain/browser-name.js';
import { msg, t } from '../../languages/language.js';
import { rich } from '../../languages/rich.js';
import { Notice } from '../../ui/feedback/notice.js';
import { toast } from '../../ui/feedback/toast.js';
import { useGuard } from '../../ui/form/busy-button.js';
import { lagosTime } from '../../ui/format.js';
import { Card } from '../../ui/layout/page.js';
import { NotLoaded } from './not-loaded.js';
import classes from './profile-page.module.css';

type Session = CallAnswer<'sessions'>['sessions'][number];

const { useSessionsQuery } = api.injectEndpoints({
  endpoints: (build) => ({
    sessions: build.query<readonly Session[], void>({
      query: () => reading('sessions', {}),
      transformResponse: (answer: CallAnswer<'sessions'>) => answer.sessions,
      providesTags: ['Sessions'],
    }),
  }),
});

const BROKEN = msg('We cannot reach the server. Check your connection.');

export function SessionsCard() {
  const {
    data: sessions,
    error: loadError,
    refetch,
  } = useSessionsQuery(undefined, { refetchOnMountOrArgChange: true });
  const one = useSend('endSession', { refused: t('This browser could not be signed out.'), broken: BROKEN });
  const others = useSend('endOtherSessions', {
    refused: t('The other browsers could not be signed out.'),
    broken: BROKEN,
  });
  const [ended, setEnded] = useState(false);
  const tooSoon = useGuard(ended ? sessions : undefined);
  const dispatch = useDispatch();
  const title = t('Where you are signed in');
  if (!sessions)
    return (
      <NotLoaded
        title={title}
        error={loadError}
        fallback={t('Your browsers could not be loaded.')}
        onRetry={refetch}
      />
    );
  const busy = one.busy || others.busy || tooSoon;
  const told = (answer: { readonly message: string } | undefined): void => {
    dispatch(api.util.invalidateTags(['Sessions']));
    if (!answer) return;
    setEnded(true);
    toast(answer.message);
  };
  const error = one.error ?? others.error;
  return (
    <Card title={title}>
      {error ? <Notice tone="bad">{error}</Notice> : null}
      <ul className={classes.devices}>
        {sessions.map((session) => (
          <SessionRow
            key={session.id}
            session={session}
            busy={busy}
            onEnd={async () => told(await one.send({ id: session.id }))}
          />
        ))}
      </ul>
      {sessions.length > 1 ? (
        <div className={classes.actions}>
          <Button variant="default" disabled={busy} onClick={async () => told(await others.send({}))}>
            {t('Sign out all others')}
          </Button>
        </div>
      ) : null}
    </Card>
  );
}

interface SessionRowProps {
  readonly session: Session;
  readonly busy: boolean;
  readonly onEnd: () => void;
}

function SessionRow({ session, busy, onEnd }: SessionRowProps) {
  const { device, network, started_at: started, last_seen_at: seen, current } = session;
  const name = browserName(device) || t('A browser');
  const since = <time dateTime={started}>{lagosTime(started)}</time>;
  return (
    <li>
      <div>
        <strong title={device}>{current ? t('{name} (this one)', { name }) : name}</strong>
        <p>
          {network
            ? rich('From {network}, since {time}', { network, time: since })
            : rich('Since {time}', { time: since })}
        </p>
        <p>{rich('Last used {time}', { time: <time dateTime={seen}>{lagosTime(seen)}</time> })}</p>
      </div>
      {current ? null : (
        <Button
          size="compact-md"
          variant="default"
          disabled={busy}
          aria-label={t('Sign out {name} of {started}', { name, started: lagosTime(started) })}
          onClick={onEnd}
        >
          {t('Sign out')}
        </Button>
      )}
    </li>
  );
}
