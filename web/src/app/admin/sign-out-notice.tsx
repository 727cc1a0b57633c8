import { useDispatch } from 'react-redux';
import { LoadError } from '../../domain/load-error.js';
import { signOutAdministrator, useLeaving } from './admin-sign-out.js';

/** Says that a logout did not happen: whoever sits down here next would be the administrator. */
export function SignOutNotice() {
  const { failure } = useLeaving();
  const dispatch = useDispatch();
  if (!failure) return null;
  return (
    <LoadError
      error={failure}
      fallback="You are not logged out yet."
      onRetry={() => void signOutAdministrator(dispatch)}
    />
  );
}
