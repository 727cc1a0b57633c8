import { useEffect, useState } from 'react';
import { useDispatch, useSelector } from 'react-redux';
import { Navigate, Outlet, useLocation } from 'react-router-dom';
import { administratorIn, adminSignedIn, adminSignedOut } from '../../api/admin-session.slice.js';
import { restoreSession } from '../../api/base-api.js';
import { isSignedOut, type Failure } from '../../api/failure.js';
import { LoadError } from '../../domain/load-error.js';
import { PageLoader } from '../../ui/feedback/loading.js';
import type { RootState } from '../store.js';
import { ADMIN_LOGIN_PATH, type AdminPath } from './admin-paths.js';
import { brand } from '../../languages/brand.js';

/** Path of the only page that opens while `mustEnrol` is true. */
const ADMIN_SECURITY_PATH: AdminPath = '/admin-security';

export function RequireAdmin() {
  const session = useSelector((state: RootState) => state.adminSession);
  const [failure, setFailure] = useState<Failure>();
  const [attempt, setAttempt] = useState(0);
  const dispatch = useDispatch();
  const { pathname, search } = useLocation();

  useEffect(() => {
    if (session.status !== 'unknown') return;
    void restoreSession().then((restored) => {
      const administrator = 'data' in restored ? administratorIn(restored.data) : undefined;
      if (administrator) dispatch(adminSignedIn(administrator));
      else if ('failure' in restored && !isSignedOut(restored.failure)) setFailure(restored.failure);
      else dispatch(adminSignedOut());
    });
  }, [session.status, attempt, dispatch]);

  if (session.status === 'in')
    return session.administrator.mustEnrol && pathname !== ADMIN_SECURITY_PATH ? (
      <Navigate to={ADMIN_SECURITY_PATH} replace />
    ) : (
      <Outlet />
    );
  if (session.status === 'out')
    return (
      <Navigate to={ADMIN_LOGIN_PATH} replace state={{ from: pathname + search, reason: session.reason }} />
    );
  if (!failure) return <PageLoader />;
  const retry = (): void => {
    setFailure(undefined);
    setAttempt(attempt + 1);
  };
  return (
    <main style={{ maxWidth: 560, margin: '15vh auto 0', padding: 16 }}>
      <h1 className="nl-hidden">{brand().name}</h1>
      <LoadError error={failure} fallback="We could not find out who you are." onRetry={retry} />
    </main>
  );
}
