import type { CallAnswer } from '../../../services/contracts/calls.js';
import { call, csrfToken, type CallResult } from './call.js';
import { tokenStore } from './token-store.js';

type Answer = CallResult<CallAnswer<'session'>>;

// Requests the session while the app loads: on a phone both take about as long.
let asked: Promise<Answer> | undefined =
  csrfToken() !== '' && tokenStore.read() === null ? call('session', {}) : undefined;

/** Hands out the answer once; undefined for the second caller. */
export function takeFirstSession(): Promise<Answer> | undefined {
  const first = asked;
  asked = undefined;
  // `asked` is outdated after 10 s.
  return performance.now() < 10_000 ? first : undefined;
}
