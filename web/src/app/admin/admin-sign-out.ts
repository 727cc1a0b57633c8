import { useSyncExternalStore } from 'react';
import type { Dispatch } from '@reduxjs/toolkit';
import { adminSignedOut, type AdminSignedOutReason } from '../../api/admin-session.slice.js';
import { followLogins } from '../../api/base-api.js';
import { endSession } from '../../api/end-session.js';
import type { Failure } from '../../api/failure.js';
import { tokenStore } from '../../api/token-store.js';

/**
 * Channel to the tabs of administrators. Tabs of customers do not listen, so a customer in the same browser
 * stays logged in.
 */
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

/** Data of customers stays. */
function forgetAdministrator(dispatch: Dispatch, reason?: AdminSignedOutReason): void {
  tokenStore.clear();
  dispatch(adminSignedOut(reason));
}

/** When the server does not end the session, the tabs stay logged in, and `useLeaving` shows the reason. */
export async function signOutAdministrator(dispatch: Dispatch): Promise<void> {
  if (leaving.busy) return;
  tell({ busy: true });
  const result = await endSession();
  if ('failure' in result) return tell({ busy: false, failure: result.failure });
  tell(STAYING);
  forgetAdministrator(dispatch);
  if (result.end === 'ended') tabs?.postMessage('signed-out');
}

/** Logs this tab out when the administrator logs out in another tab, or when a different person logs in. */
export function followAdminTabs(dispatch: Dispatch): () => void {
  const listen = (): void => forgetAdministrator(dispatch, 'elsewhere');
  const unfollow = followLogins(dispatch);
  tabs?.addEventListener('message', listen);
  return () => {
    tabs?.removeEventListener('message', listen);
    unfollow();
    // Otherwise the failure of an earlier logout would be shown after the next login.
    tell(STAYING);
  };
}
