import type { CallAnswer, CallRequest } from '../../../services/contracts/calls.js';
import { api, reading } from './base-api.js';

export type UserData = CallAnswer<'userData'>['user_data'];
export type Notice = CallAnswer<'notifications'>;
export type Quote = CallAnswer<'airtimeQuote'>;

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
    airtimeQuote: build.query<Quote, Pick<CallRequest<'airtimeQuote'>, 'network' | 'amount'>>({
      query: (body) => reading('airtimeQuote', body),
      providesTags: ['Wallet'],
      keepUnusedDataFor: 0,
    }),
  }),
});

export const { useUserDataQuery, useNoticeQuery, useAirtimeQuoteQuery, useLazyAirtimeQuoteQuery } =
  userDataApi;
