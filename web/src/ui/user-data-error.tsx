import { failureOf } from '../api/failure.js';
import { LoadError } from './load-error.js';

interface UserDataErrorProps {
  readonly error: unknown;
  readonly onRetry: () => void;
}

/** The customer's own data could not be loaded: refused, or never answered. */
export function UserDataError({ error, onRetry }: UserDataErrorProps) {
  const unanswered = failureOf(error)?.http === 0;
  return (
    <LoadError
      error={error}
      fallback={unanswered ? 'Error fetching user data' : 'Failed to fetch user data'}
      onRetry={onRetry}
    />
  );
}
