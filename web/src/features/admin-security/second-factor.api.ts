import type { CallAnswer } from '../../../../services/contracts/calls.js';
import { api, reading } from '../../api/base-api.js';

const secondFactorApi = api.injectEndpoints({
  endpoints: (build) => ({
    secondFactor: build.query<CallAnswer<'secondFactor'>, void>({
      query: () => reading('secondFactor', {}),
      // Every change of it is an act that the activity log tells of.
      providesTags: ['Activity'],
    }),
  }),
});

export const { useSecondFactorQuery } = secondFactorApi;
