import type { CallAnswer } from '../../../services/contracts/calls.js';
import { call, csrfToken, type CallResult } from './call.js';
import { tokenStore } from './token-store.js';

type Answer = CallResult<CallAnswer<'session'>>;

// A new tab of a customer who is signed in. Asked before the app itself is run, which takes a phone as long as the answer.
let asked: Promise<Answer> | undefined =
  csrfToken() !== '' && tokenStore.read() === null ? call('session', {}) : undefined;

/** Whose session this tab has, as it was asked when the page began; undefined where it was not, or for whoever comes second or late. */
export function takeFirstSession(): Promise<Answer> | undefined {
  const first = asked;
  asked = undefined;
  // Ten seconds later it says what was so then.
  return performance.now() < 10_000 ? first : undefined;
}
