import type { CallAnswer } from '../../../services/contracts/calls.js';
import { api, reading } from './base-api.js';

export const { useSecondFactorQuery } = api.injectEndpoints({
  endpoints: (build) => ({
    secondFactor: build.query<CallAnswer<'secondFactor'>, void>({
      query: () => reading('secondFactor', {}),
      // Every change of the security settings adds a row to the activity log.
      providesTags: ['Activity'],
    }),
  }),
});
