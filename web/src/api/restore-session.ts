import type { CallAnswer } from '../../../services/contracts/calls.js';
import { call, type CallResult } from './call.js';
import { tokenStore } from './token-store.js';

let running: Promise<CallResult<CallAnswer<'session'>>> | undefined;

/** Asks for this tab's token from the session cookie; callers at the same time share one request. */
export function restoreSession(): Promise<CallResult<CallAnswer<'session'>>> {
  running ??= call('session', {})
    .then((result) => {
      if ('data' in result) tokenStore.write(result.data.access_token);
      return result;
    })
    .finally(() => {
      running = undefined;
    });
  return running;
}
