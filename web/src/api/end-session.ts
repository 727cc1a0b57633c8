import { restoreSession } from './base-api.js';
import { call } from './call.js';
import { isSignedOut, type Failure } from './failure.js';

export type SessionEnd = { readonly end: 'ended' | 'over' } | { readonly failure: Failure };

const isRefused = (failure: Failure): boolean => isSignedOut(failure) || failure.http === 403;

/**
 * Wait for the server's answer before showing the logout. Until then, another person at this browser could
 * use the session.
 * @returns a `failure` when the session is still alive
 */
export async function endSession(): Promise<SessionEnd> {
  let result = await call('logout', {});
  if ('failure' in result && isRefused(result.failure)) {
    // Get the token again and repeat the logout, because a login in another tab may have replaced the token.
    const restored = await restoreSession(true);
    if ('failure' in restored) return isSignedOut(restored.failure) ? { end: 'over' } : restored;
    result = await call('logout', {});
  }
  if ('data' in result) return { end: 'ended' };
  return isSignedOut(result.failure) ? { end: 'over' } : result;
}
