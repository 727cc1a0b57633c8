import type { Dispatch } from '@reduxjs/toolkit';
import { followLogins } from '../api/base-api.js';
import { signedOut, type SignedOutReason } from '../api/session.slice.js';

const tabs = 'BroadcastChannel' in window ? new BroadcastChannel('naira-ledger-session') : undefined;

/** Forgets everything this tab knows about the person. */
export function forgetSession(dispatch: Dispatch, reason?: SignedOutReason): void {
  dispatch(signedOut(reason));
  sessionStorage.clear();
}

/** Tells the other tabs of this browser that the session is over. */
export const tellOtherTabs = (): void => tabs?.postMessage('signed-out');

/** Follows a logout in another tab, and a login of somebody else there. */
export function followOtherTabs(dispatch: Dispatch): () => void {
  const listen = (): void => forgetSession(dispatch, 'elsewhere');
  const unfollow = followLogins(dispatch);
  tabs?.addEventListener('message', listen);
  return () => {
    tabs?.removeEventListener('message', listen);
    unfollow();
  };
}
