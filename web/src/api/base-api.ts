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

/** A read of the contract. The token is not an argument: arguments become cache keys that stay in the store. */
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
    // Another tab may have logged in again; the cookie then has a newer token than this tab.
    if (await findOutSession(dispatch)) result = await call(name, body, { signal });
  }
  const copies = side() === 'customer' ? await keptCopies() : undefined;
  if ('data' in result) {
    tellAnswered(question);
    void copies?.keepCopy(name, body, result.data, whose);
    return { data: result.data };
  }
  const { failure } = result;
  const copy = failure.code === 'UNREACHABLE' ? await copies?.copyOf(name, body) : undefined;
  tellFailed(question, { failure, savedAt: copy?.savedAt, asked });
  return copy ? { data: copy.data } : { error: failure };
};

/** What this device keeps for when nothing can be reached. Only where the page itself is kept: else there is nothing to show it in. */
export const keptCopies = (): Promise<OfflineCopies | undefined> | undefined =>
  'caches' in window && navigator.serviceWorker?.controller != null
    ? import('./offline-copies.js').then(
        ({ keepCopy, copyOf, hasCopies }) => ({ keepCopy, copyOf, hasCopies }),
        () => undefined,
      )
    : undefined;

type CopyListener = (savedAt: number | undefined) => void;
const copyListeners = new Set<CopyListener>();
/** With when the oldest copy that is shown was read; undefined when none is. */
export const tellCopyShown: CopyListener = (savedAt) =>
  copyListeners.forEach((listener) => listener(savedAt));

/** What was read for the cache, and failed. */
interface Failed {
  readonly failure: Failure;
  /** When the copy was read that is shown instead; undefined where none is. */
  readonly savedAt: number | undefined;
  readonly asked: BaseQueryApi;
}
interface AnswerListener {
  readonly answered: (question: string) => void;
  readonly failed: (question: string, how: Failed) => void;
}
let answers: AnswerListener | undefined;
/** What failed before anybody listened. */
const early = new Map<string, Failed>();

/** Hears how what is read for the cache is answered, from the first one on. */
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

/** Hears when a copy is shown instead of an answer, with when it was read, and when none is any more. */
export function onCopyShown(listener: CopyListener): void {
  copyListeners.add(listener);
}

/** What lives in the cache and goes stale together. */
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

/** One cache for everything read from the server; features add their calls to it. */
export const api = createApi({
  reducerPath: 'api',
  baseQuery: read,
  tagTypes: ALL_TAGS,
  keepUnusedDataFor: 120,
  refetchOnReconnect: true,
  endpoints: () => ({}),
});

/** Names the call so that its body is checked against the contract. */
export const reading = <Name extends CallName>(name: Name, body: CallBody<Name>): Read =>
  ({ name, body }) as Read;

type Restored = CallResult<CallAnswer<'session'>>;
const running: Partial<Record<Side, Promise<Restored>>> = {};

/**
 * Asks for this tab's token from the session cookie of its side; callers at the same time share one request.
 * @param shows whether this tab shows what was read for somebody: then it is given no session of another person
 */
export function restoreSession(shows = false): Promise<Restored> {
  const asked = side();
  // Both cookies come and go together: where there is not the one that can be read, there is not the other.
  if (csrfToken() === '') return Promise.resolve(NOBODY);
  running[asked] ??= ((asked === 'customer' && takeFirstSession()) || call('session', {}))
    .then((result) => {
      if (!('data' in result)) return result;
      // Whoever has a session of the other side alone is answered for that one.
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
/** Somebody else has logged in on another tab. */
const ELSEWHERE: Restored = { ...NOBODY };

/** Whether this tab still has a session, which gives it a token again. When it is over, everybody is told. */
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

/** Leaves when somebody else logs in on another tab: the session of this browser is theirs from then on. */
export function followLogins(dispatch: Dispatch): () => void {
  const look = (): void => {
    if (knownHere.isOthers()) void findOutSession(dispatch);
  };
  window.addEventListener('storage', look);
  return () => window.removeEventListener('storage', look);
}
