import type { Dispatch } from '@reduxjs/toolkit';
import { followLogins } from '../api/base-api.js';
import { signedOut, type SignedOutReason } from '../api/session.slice.js';

const tabs = 'BroadcastChannel' in window ? new BroadcastChannel('naira-ledger-session') : undefined;

export function forgetSession(dispatch: Dispatch, reason?: SignedOutReason): void {
  dispatch(signedOut(reason));
  sessionStorage.clear();
}

export const tellOtherTabs = (): void => tabs?.postMessage('signed-out');

/** Logs this tab out when the customer logs out in another tab, or when another person logs in. */
export function followOtherTabs(dispatch: Dispatch): () => void {
  const listen = (): void => forgetSession(dispatch, 'elsewhere');
  const unfollow = followLogins(dispatch);
  tabs?.addEventListener('message', listen);
  return () => {
    tabs?.removeEventListener('message', listen);
    unfollow();
  };
}
