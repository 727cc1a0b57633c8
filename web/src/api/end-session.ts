import { restoreSession } from './base-api.js';
import { call } from './call.js';
import { isSignedOut, type Failure } from './failure.js';

/**
 * `ended`: this call ended the session. `over`: the session had already ended. `failure`: the session is
 * still alive.
 */
export type SessionEnd = { readonly end: 'ended' | 'over' } | { readonly failure: Failure };

const isRefused = (failure: Failure): boolean => isSignedOut(failure) || failure.http === 403;

/**
 * Ends this tab's session on the server. Never show a logout before the answer: with a live cookie, the next
 * person at the browser is signed in.
 * @returns a `failure` when the session is still alive
 */
export async function endSession(): Promise<SessionEnd> {
  let result = await call('logout', {});
  if ('failure' in result && isRefused(result.failure)) {
    // Another tab may have logged in again, so that `tokenStore` has an outdated token.
    const restored = await restoreSession(true);
    if ('failure' in restored) return isSignedOut(restored.failure) ? { end: 'over' } : restored;
    result = await call('logout', {});
  }
  if ('data' in result) return { end: 'ended' };
  return isSignedOut(result.failure) ? { end: 'over' } : result;
}
