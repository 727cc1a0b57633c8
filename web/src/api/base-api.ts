import { createApi, type BaseQueryApi, type BaseQueryFn } from '@reduxjs/toolkit/query/react';
import type { CallName, CallAnswer } from '../../../services/contracts/calls.js';
import type { Dispatch } from '@reduxjs/toolkit';
import { administratorIn, adminSignedIn, adminSignedOut } from './admin-session.slice.js';
import { call, csrfToken, sessionRenewed, type CallBody, type CallResult } from './call.js';
import { isSignedOut, type Failure } from './failure.js';
import { takeFirstSession } from './first-session.js';
import { signedOut } from './session.slice.js';
import { side, type Side } from './side.js';
import { knownHere, tokenStore } from './token-store.js';
import type { OfflineCopies } from './offline-copies.js';

/**
 * Read-only call of the API contract. Never put the token into the arguments, because RTK Query stores all
 * arguments.
 */
export interface Read<Name extends CallName = CallName> {
  readonly name: Name;
  readonly body: CallBody<Name>;
}

const read: BaseQueryFn<Read, unknown, Failure> = async ({ name, body }, asked) => {
  const { signal, dispatch } = asked;
  const question = `${name} ${JSON.stringify(body)}`;
  const whose = knownHere.who();
  let result = await call(name, body, { signal });
  if ('failure' in result && isSignedOut(result.failure)) {
    // Repeat the call if the session is alive, because a login in another tab may have replaced the token.
    if (await findOutSession(dispatch)) result = await call(name, body, { signal });
  }
  const copies = side() === 'customer' ? await keptCopies() : undefined;
  if ('data' in result) {
    tellAnswered(question);
    void copies?.keepCopy(name, body, result.data, whose);
    return { data: result.data };
  }
  const { failure } = result;
  const ended = () => dispatch(signedOut('expired'));
  const copy = failure.code === 'UNREACHABLE' ? await copies?.copyOf(name, body, ended) : undefined;
  tellFailed(question, { failure, savedAt: copy?.savedAt, asked });
  return copy ? { data: copy.data } : { error: failure };
};

export const keptCopies = (): Promise<OfflineCopies | undefined> | undefined =>
  'caches' in window && navigator.serviceWorker?.controller != null
    ? import('./offline-copies.js').catch(() => undefined)
    : undefined;

type CopyListener = (savedAt: number | undefined) => void;
const copyListeners = new Set<CopyListener>();
export const tellCopyShown: CopyListener = (savedAt) =>
  copyListeners.forEach((listener) => listener(savedAt));

interface Failed {
  readonly failure: Failure;
  readonly savedAt: number | undefined;
  readonly asked: BaseQueryApi;
}
interface AnswerListener {
  readonly answered: (question: string) => void;
  readonly failed: (question: string, how: Failed) => void;
}
let answers: AnswerListener | undefined;
const early = new Map<string, Failed>();

export function hearAnswers(listener: AnswerListener): void {
  answers = listener;
  early.forEach((how, question) => listener.failed(question, how));
}

function tellAnswered(question: string): void {
  if (answers) return answers.answered(question);
  early.delete(question);
  if (early.size === 0) tellCopyShown(undefined);
}

function tellFailed(question: string, how: Failed): void {
  if (answers) return answers.failed(question, how);
  early.set(question, how);
  if (how.savedAt !== undefined) tellCopyShown(how.savedAt);
}

export function onCopyShown(listener: CopyListener): void {
  copyListeners.add(listener);
}

export const ALL_TAGS = [
  'Wallet',
  'History',
  'Spending',
  'Funding',
  'Notices',
  'Catalogue',
  'Terms',
  'Beneficiaries',
  'Passkeys',
  'Sessions',
  'External',
  'Vendors',
  'Broadcasts',
  'Approvals',
  'Unmatched',
  'Chargebacks',
  'AdminHistory',
  'AdminFunding',
  'Sales',
  'Users',
  'Activity',
  'Administrators',
  'Operations',
  'SecondFactor',
] as const;
export type Tag = (typeof ALL_TAGS)[number];

export const api = createApi({
  reducerPath: 'api',
  baseQuery: read,
  tagTypes: ALL_TAGS,
  keepUnusedDataFor: 120,
  refetchOnReconnect: true,
  endpoints: () => ({}),
});

export const reading = <Name extends CallName>(name: Name, body: CallBody<Name>): Read =>
  ({ name, body }) as Read;

type Restored = CallResult<CallAnswer<'session'>>;
const running: Partial<Record<Side, Promise<Restored>>> = {};

/** Uses the session cookie to get the token of this tab. Parallel callers share one request. */
export function restoreSession(shows = false): Promise<Restored> {
  const asked = side();
  // Look for the CSRF cookie (`csrfToken`), because scripts cannot read the session cookie.
  if (csrfToken() === '') return Promise.resolve(NOBODY);
  running[asked] ??= ((asked === 'customer' && takeFirstSession()) || call('session', {}))
    .then((result) => {
      if (!('data' in result)) return result;
      if ((administratorIn(result.data) !== undefined) !== (asked === 'admin')) return NOBODY;
      if (shows && knownHere.isOthers()) return ELSEWHERE;
      knownHere.takeTab();
      tokenStore.write(result.data.access_token);
      return result;
    })
    .finally(() => delete running[asked]);
  return running[asked];
}

const NOBODY: Restored = { failure: { http: 401, code: 'AUTH_REQUIRED', message: 'Please log in.' } };
const ELSEWHERE: Restored = { ...NOBODY };

/** When the session has ended, dispatches `signedOut`. */
export async function findOutSession(dispatch: Dispatch): Promise<boolean> {
  await sessionRenewed();
  const restored = await restoreSession(true);
  if ('data' in restored) {
    const administrator = administratorIn(restored.data);
    if (administrator) dispatch(adminSignedIn(administrator));
    return true;
  }
  if (isSignedOut(restored.failure)) {
    tokenStore.clear();
    const reason = restored === ELSEWHERE ? 'elsewhere' : 'expired';
    dispatch(side() === 'admin' ? adminSignedOut(reason) : signedOut(reason));
  }
  return false;
}

/** Logs this tab out when a different person logs in through another tab. */
export function followLogins(dispatch: Dispatch): () => void {
  const look = (): void => {
    if (knownHere.isOthers()) void findOutSession(dispatch);
  };
  window.addEventListener('storage', look);
  return () => window.removeEventListener('storage', look);
}
