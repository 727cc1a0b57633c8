import type { CallAnswer } from '../../../../services/contracts/calls.js';
import { api, reading } from '../../api/base-api.js';

/** What an administrator is told of their second factor. */
export type SecondFactorAnswer = CallAnswer<'secondFactor'>;

/** A device that takes the place of a code. */
export type SignInDevice = SecondFactorAnswer['passkeys'][number];

const secondFactorApi = api.injectEndpoints({
  endpoints: (build) => ({
    secondFactor: build.query<SecondFactorAnswer, void>({
      query: () => reading('secondFactor', {}),
      // Every change of it is an act that the activity log tells of.
      providesTags: ['Activity'],
    }),
  }),
});

export const { useSecondFactorQuery } = secondFactorApi;
