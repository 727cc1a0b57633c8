import type { CallAnswer } from '../../../services/contracts/calls.js';
import { call, csrfToken, type CallResult } from './call.js';
import { tokenStore } from './token-store.js';

type Answer = CallResult<CallAnswer<'session'>>;

// Asks for the session in parallel with loading the app: on a phone both take about as long.
let asked: Promise<Answer> | undefined =
  csrfToken() !== '' && tokenStore.read() === null ? call('session', {}) : undefined;

/** Hands out the answer once. Undefined for the second caller, or when no request was sent. */
export function takeFirstSession(): Promise<Answer> | undefined {
  const first = asked;
  asked = undefined;
  // An answer older than 10 s may be outdated.
  return performance.now() < 10_000 ? first : undefined;
}
