import { restoreSession } from './base-api.js';
import { call } from './call.js';
import { isSignedOut, type Failure } from './failure.js';

/** `ended`: by this call. `over`: there was none any more. Otherwise the session goes on. */
export type SessionEnd = { readonly end: 'ended' | 'over' } | { readonly failure: Failure };

/** The server knows no session of this tab, or not by what the tab sent. */
const isRefused = (failure: Failure): boolean => isSignedOut(failure) || failure.http === 403;

/**
 * Ends the session of this tab on the server. Without its answer nothing may look like a logout: the cookies are
 * still there, and whoever loads the page next is in the wallet again.
 * @returns the failure where the session goes on
 */
export async function endSession(): Promise<SessionEnd> {
  let result = await call('logout', {});
  if ('failure' in result && isRefused(result.failure)) {
    // Another tab may have logged in again: then there is a session, and this tab has the token of the one before.
    const restored = await restoreSession(true);
    if ('failure' in restored) return isSignedOut(restored.failure) ? { end: 'over' } : restored;
    result = await call('logout', {});
  }
  if ('data' in result) return { end: 'ended' };
  return isSignedOut(result.failure) ? { end: 'over' } : result;
}
