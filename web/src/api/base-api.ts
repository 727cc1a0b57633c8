import { createApi, type BaseQueryFn } from '@reduxjs/toolkit/query/react';
import type { CallName } from '../../../services/contracts/calls.js';
import { call, type CallBody } from './call.js';
import { isSignedOut, type Failure } from './failure.js';
import { restoreSession } from './restore-session.js';
import { signedOut } from './session.slice.js';
import { tokenStore } from './token-store.js';

/** A read of the contract. The token is not an argument: arguments become cache keys that stay in the store. */
export interface Read<Name extends CallName = CallName> {
  readonly name: Name;
  readonly body: CallBody<Name>;
}

const read: BaseQueryFn<Read, unknown, Failure> = async ({ name, body }, { signal, dispatch }) => {
  let result = await call(name, body, { signal });
  if ('failure' in result && isSignedOut(result.failure)) {
    // Another tab may have logged in again; the cookie then has a newer token than this tab.
    const restored = await restoreSession();
    if ('data' in restored) result = await call(name, body, { signal });
    else if (isSignedOut(restored.failure)) {
      tokenStore.clear();
      dispatch(signedOut('expired'));
    }
  }
  return 'data' in result ? { data: result.data } : { error: result.failure };
};

/** What lives in the cache and goes stale together. */
export const ALL_TAGS = ['Wallet', 'History', 'Funding', 'Notices', 'Catalogue', 'Beneficiaries'] as const;
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
