import type { Dispatch } from '@reduxjs/toolkit';
import { adminSignedOut, type AdminSignedOutReason } from '../../api/admin-session.slice.js';
import { followLogins } from '../../api/base-api.js';
import { call } from '../../api/call.js';
import { tokenStore } from '../../api/token-store.js';

/** Of the administrators' tabs alone: a customer of the same browser stays signed in. */
const tabs = 'BroadcastChannel' in window ? new BroadcastChannel('naira-ledger-session-admin') : undefined;

/** Forgets the administrator in this tab, and nothing of a customer. */
function forgetAdministrator(dispatch: Dispatch, reason?: AdminSignedOutReason): void {
  tokenStore.clear();
  dispatch(adminSignedOut(reason));
}

/** Ends the session on the server and in every tab of this side. */
export async function signOutAdministrator(dispatch: Dispatch): Promise<void> {
  await call('logout', {});
  forgetAdministrator(dispatch);
  tabs?.postMessage('signed-out');
}

/** Follows a logout in another tab, and a login of somebody else there. */
export function followAdminTabs(dispatch: Dispatch): () => void {
  const listen = (): void => forgetAdministrator(dispatch, 'elsewhere');
  const unfollow = followLogins(dispatch);
  tabs?.addEventListener('message', listen);
  return () => {
    tabs?.removeEventListener('message', listen);
    unfollow();
  };
}
