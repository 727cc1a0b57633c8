import type { CallAnswer } from '../../../services/contracts/calls.js';
import { api, reading } from './base-api.js';

export type UserData = CallAnswer<'userData'>['user_data'];
export type Notice = CallAnswer<'notifications'>;

const userDataApi = api.injectEndpoints({
  endpoints: (build) => ({
    userData: build.query<UserData, void>({
      query: () => reading('userData', {}),
      transformResponse: (answer: CallAnswer<'userData'>) => answer.user_data,
      providesTags: ['Wallet'],
    }),
    notice: build.query<Notice, void>({
      query: () => reading('notifications', {}),
      providesTags: ['Notices'],
    }),
  }),
});

export const { useUserDataQuery, useNoticeQuery } = userDataApi;
