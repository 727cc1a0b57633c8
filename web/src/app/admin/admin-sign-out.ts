import { useSyncExternalStore } from 'react';
import type { Dispatch } from '@reduxjs/toolkit';
import { adminSignedOut, type AdminSignedOutReason } from '../../api/admin-session.slice.js';
import { followLogins } from '../../api/base-api.js';
import { endSession } from '../../api/end-session.js';
import type { Failure } from '../../api/failure.js';
import { tokenStore } from '../../api/token-store.js';

/** Messages to administrators' tabs only, so that a customer in the same browser stays signed in. */
const tabs = 'BroadcastChannel' in window ? new BroadcastChannel('naira-ledger-session-admin') : undefined;

interface Leaving {
  readonly busy: boolean;
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

export const useLeaving = (): Leaving => useSyncExternalStore(listenTo, () => leaving);

/** Removes the administrator's data from this tab, but no data of customers. */
function forgetAdministrator(dispatch: Dispatch, reason?: AdminSignedOutReason): void {
  tokenStore.clear();
  dispatch(adminSignedOut(reason));
}

/**
 * Ends the session on the server, then in all tabs. After a failure the session continues, and `useLeaving`
 * shows why.
 */
export async function signOutAdministrator(dispatch: Dispatch): Promise<void> {
  if (leaving.busy) return;
  tell({ busy: true });
  const result = await endSession();
  if ('failure' in result) return tell({ busy: false, failure: result.failure });
  tell(STAYING);
  forgetAdministrator(dispatch);
  if (result.end === 'ended') tabs?.postMessage('signed-out');
}

/** Signs this tab out when another tab logs out, or when another person logs in. */
export function followAdminTabs(dispatch: Dispatch): () => void {
  const listen = (): void => forgetAdministrator(dispatch, 'elsewhere');
  const unfollow = followLogins(dispatch);
  tabs?.addEventListener('message', listen);
  return () => {
    tabs?.removeEventListener('message', listen);
    unfollow();
    // Forget the failure of an earlier logout before the next login.
    tell(STAYING);
  };
}
