import type { CallAnswer } from '../../../services/contracts/calls.js';
import { api, reading } from './base-api.js';

export type Passkey = CallAnswer<'passkeys'>['passkeys'][number];

const passkeysApi = api.injectEndpoints({
  endpoints: (build) => ({
    passkeys: build.query<CallAnswer<'passkeys'>, void>({
      query: () => reading('passkeys', {}),
      providesTags: ['Passkeys'],
    }),
  }),
});

export const { usePasskeysQuery } = passkeysApi;
