import type { CallAnswer } from '../../../services/contracts/calls.js';
import { api, reading } from './base-api.js';

export type Operations = CallAnswer<'operations'>;
export type OperationsVendor = Operations['vendors'][number];
export type OperationsAlert = Operations['alerts'][number];
export type OperationsView = Operations['views'][number];

const operationsApi = api.injectEndpoints({
  endpoints: (build) => ({
    operations: build.query<Operations, void>({
      query: () => reading('operations', {}),
      providesTags: ['Operations'],
    }),
    /**
     * Balance in naira of our account at each vendor, by vendor code. A vendor without a known balance is
     * missing.
     */
    heldByVendors: build.query<Readonly<Record<number, number>>, void>({
      query: () => reading('sitePurse', {}),
      transformResponse: ({ vendors }: CallAnswer<'sitePurse'>) =>
        Object.fromEntries(
          vendors.flatMap(({ code, balance }) => (balance === null ? [] : [[code, balance] as const])),
        ),
    }),
  }),
});

export const { useOperationsQuery, useHeldByVendorsQuery } = operationsApi;
