import type { CallAnswer } from '../../../services/contracts/calls.js';
import { skipToken } from '@reduxjs/toolkit/query';
import { api, reading } from './base-api.js';
import { side } from './side.js';

export type UserData = CallAnswer<'userData'>['user_data'];
export type Passkey = CallAnswer<'passkeys'>['passkeys'][number];
export type Notice = CallAnswer<'notifications'>;

const userDataApi = api.injectEndpoints({
  endpoints: (build) => ({
    userData: build.query<UserData, void>({
      query: () => reading('userData', {}),
      transformResponse: (answer: CallAnswer<'userData'>) => answer.user_data,
      providesTags: ['Wallet', 'Terms'],
    }),
    notice: build.query<Notice, void>({
      query: () => reading('notifications', {}),
      providesTags: ['Notices'],
    }),
    passkeys: build.query<CallAnswer<'passkeys'>, void>({
      query: () => reading('passkeys', {}),
      providesTags: ['Passkeys'],
    }),
  }),
});

export const { userData, notice } = userDataApi.endpoints;
export const { useUserDataQuery, useNoticeQuery, usePasskeysQuery } = userDataApi;

/** Phone number of the customer. Empty while it is loading, and for administrators. */
export function useOwnPhone(): string {
  const { data } = useUserDataQuery(side() === 'admin' ? skipToken : undefined);
  return data?.phone_number ?? '';
}
