import { useEffect, useState } from 'react';
import { useSelector } from 'react-redux';
import { Navigate, Outlet, useLocation } from 'react-router-dom';
import { keptCopies, restoreSession } from '../api/base-api.js';
import { isSignedOut, type Failure } from '../api/failure.js';
import { signedIn, signedOut } from '../api/session.slice.js';
import { knownHere } from '../api/token-store.js';
import { UserDataError } from '../domain/load-error.js';
import { PageLoader } from '../ui/feedback/loading.js';
import { store, type RootState } from './store.js';
import { brand } from '../languages/brand.js';

async function findOut(): Promise<Failure | undefined> {
  const restored = await restoreSession();
  if ('data' in restored) store.dispatch(signedIn());
  else if (isSignedOut(restored.failure)) store.dispatch(signedOut());
  // When the server cannot be reached, the session may still be alive.
  else if (restored.failure.code === 'UNREACHABLE' && (await (await keptCopies())?.hasCopies())) {
    knownHere.takeTab();
    store.dispatch(signedIn());
  } else return restored.failure;
  return undefined;
}

export function RequireSession() {
  const { status, reason } = useSelector((state: RootState) => state.session);
  const [failure, setFailure] = useState<Failure>();
  const [attempt, setAttempt] = useState(0);
  const { pathname, search } = useLocation();

  useEffect(() => {
    if (status !== 'unknown') return;
    void findOut().then((why) => why && setFailure(why));
  }, [status, attempt]);

  if (status === 'in') return <Outlet />;
  if (status === 'out') {
    // After a change of the password, the login need not lead back to this page.
    const from = reason === 'password changed' ? undefined : pathname + search;
    return <Navigate to="/login" replace state={{ from, reason }} />;
  }
  if (!failure) return <PageLoader />;
  const retry = (): void => {
    setFailure(undefined);
    setAttempt(attempt + 1);
  };
  return (
    <main style={{ maxWidth: 560, margin: '15vh auto 0', padding: 16 }}>
      <h1 className="nl-hidden">{brand().name}</h1>
      <UserDataError error={failure} onRetry={retry} />
    </main>
  );
}

RequireSession.begin = async (): Promise<undefined> => {
  if (store.getState().session.status === 'unknown') await findOut();
};
