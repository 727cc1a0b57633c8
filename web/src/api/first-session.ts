import type { CallAnswer } from '../../../services/contracts/calls.js';
import { call, csrfToken, type CallResult } from './call.js';
import { tokenStore } from './token-store.js';

type Answer = CallResult<CallAnswer<'session'>>;

// Request for the session, sent while the app loads, to save time.
let asked: Promise<Answer> | undefined =
  csrfToken() !== '' && tokenStore.read() === null ? call('session', {}) : undefined;

/** Gives the answer about the session to the first caller, and undefined to later callers. */
export function takeFirstSession(): Promise<Answer> | undefined {
  const first = asked;
  asked = undefined;
  // The first answer is outdated after 10 s.
  return performance.now() < 10_000 ? first : undefined;
}
