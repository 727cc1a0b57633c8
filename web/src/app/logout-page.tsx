import { useEffect, useState } from 'react';
import { useDispatch } from 'react-redux';
import { Link, useLocation, useNavigate } from 'react-router-dom';
import { endSession } from '../api/end-session.js';
import type { Failure } from '../api/failure.js';
import { LoadError } from '../domain/load-error.js';
import { t } from '../languages/language.js';
import { PageLoader } from '../ui/feedback/loading.js';
import { EntryFrame, EntryLinks } from '../ui/layout/entry-frame.js';
import { forgetSession, tellOtherTabs } from './sign-out.js';

/** When the server does not end the session, the tabs stay logged in, and the page shows the reason. */
export default function LogoutPage() {
  const [failure, setFailure] = useState<Failure>();
  const [attempt, setAttempt] = useState(0);
  const dispatch = useDispatch();
  const navigate = useNavigate();
  // True on the first page of a tab, where Back leads nowhere. React Router gives this page the key `default`.
  const isFirst = useLocation().key === 'default';

  useEffect(() => {
    const leave = async (): Promise<void> => {
      const result = await endSession();
      if ('failure' in result) return setFailure(result.failure);
      forgetSession(dispatch);
      if (result.end === 'ended') tellOtherTabs();
      void navigate('/login', { replace: true });
    };
    void leave();
  }, [attempt, dispatch, navigate]);

  if (!failure)
    return (
      <main>
        <PageLoader />
      </main>
    );
  const retry = (): void => {
    setFailure(undefined);
    setAttempt(attempt + 1);
  };
  return (
    <EntryFrame
      title={t('Logout')}
      lead={t('Whoever opens this page on this device may still see your wallet.')}
    >
      <LoadError error={failure} fallback={t('You are not logged out yet.')} onRetry={retry} />
      <EntryLinks>
        <Link
          to="/home"
          onClick={(event) => {
            if (isFirst) return;
            event.preventDefault();
            void navigate(-1);
          }}
        >
          {t('Go back')}
        </Link>
      </EntryLinks>
    </EntryFrame>
  );
}
