import { useSyncExternalStore } from 'react';
import type { Dispatch } from '@reduxjs/toolkit';
import { adminSignedOut, type AdminSignedOutReason } from '../../api/admin-session.slice.js';
import { followLogins } from '../../api/base-api.js';
import { endSession } from '../../api/end-session.js';
import type { Failure } from '../../api/failure.js';
import { tokenStore } from '../../api/token-store.js';

/** Of the administrators' tabs alone: a customer of the same browser stays signed in. */
const tabs = 'BroadcastChannel' in window ? new BroadcastChannel('naira-ledger-session-admin') : undefined;

/** How far a logout of this tab is. */
interface Leaving {
  readonly busy: boolean;
  /** Why the last one did not happen. */
  readonly failure?: Failure;
}

const STAYING: Leaving = { busy: false };
let leaving = STAYING;
const listeners = new Set<() => void>();

function tell(now: Leaving): void {
  leaving = now;
  listeners.forEach((listener) => listener());
}

function listenTo(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** It is begun in the header and by keys, and told of where both can be seen. */
export const useLeaving = (): Leaving => useSyncExternalStore(listenTo, () => leaving);

/** Forgets the administrator in this tab, and nothing of a customer. */
function forgetAdministrator(dispatch: Dispatch, reason?: AdminSignedOutReason): void {
  tokenStore.clear();
  dispatch(adminSignedOut(reason));
}

/** Ends the session on the server and in every tab of this side. What could not be ended goes on, and the failure is told. */
export async function signOutAdministrator(dispatch: Dispatch): Promise<void> {
  if (leaving.busy) return;
  tell({ busy: true });
  const result = await endSession();
  if ('failure' in result) return tell({ busy: false, failure: result.failure });
  tell(STAYING);
  forgetAdministrator(dispatch);
  if (result.end === 'ended') tabs?.postMessage('signed-out');
}

/** Follows a logout in another tab, and a login of somebody else there. */
export function followAdminTabs(dispatch: Dispatch): () => void {
  const listen = (): void => forgetAdministrator(dispatch, 'elsewhere');
  const unfollow = followLogins(dispatch);
  tabs?.addEventListener('message', listen);
  return () => {
    tabs?.removeEventListener('message', listen);
    unfollow();
    // Whoever signs in next has not tried to leave.
    tell(STAYING);
  };
}
