import type { Dispatch } from '@reduxjs/toolkit';
import { api } from '../api/base-api.js';
import { signedOut, type SignedOutReason } from '../api/session.slice.js';
import { knownHere, tokenStore } from '../api/token-store.js';

const tabs = 'BroadcastChannel' in window ? new BroadcastChannel('naira-ledger-session') : undefined;

/** Forgets everything this tab knows about the person. */
export function forgetSession(dispatch: Dispatch, reason?: SignedOutReason): void {
  tokenStore.clear();
  sessionStorage.clear();
  knownHere.forget();
  dispatch(signedOut(reason));
  dispatch(api.util.resetApiState());
}

/** Tells the other tabs of this browser that the session is over. */
export const tellOtherTabs = (): void => tabs?.postMessage('signed-out');

/** Follows a logout in another tab. */
export function followOtherTabs(dispatch: Dispatch): () => void {
  const listen = (): void => forgetSession(dispatch, 'elsewhere');
  tabs?.addEventListener('message', listen);
  return () => tabs?.removeEventListener('message', listen);
}
