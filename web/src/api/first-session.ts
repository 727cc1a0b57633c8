import type { CallAnswer } from '../../../services/contracts/calls.js';
import { call, csrfToken, type CallResult } from './call.js';
import { tokenStore } from './token-store.js';

type Answer = CallResult<CallAnswer<'session'>>;

// Sent while the app is still loading, to save time.
let asked: Promise<Answer> | undefined =
  csrfToken() !== '' && tokenStore.read() === null ? call('session', {}) : undefined;

export function takeFirstSession(): Promise<Answer> | undefined {
  const first = asked;
  asked = undefined;
  return performance.now() < 10_000 ? first : undefined;
}
