import type { CallAnswer } from '../../../../services/contracts/calls.js';
import { api, reading } from '../../api/base-api.js';

export const NEWEST_WAITING = 10;

export interface Waiting {
  readonly total: number;
  /** Ids, newest first. */
  readonly newest: readonly string[];
}

type Pause = CallAnswer<'activeVendors'>['pauses'][number];
export type PausedVendor = Pick<Pause, 'service' | 'reason'> & { readonly name: string };

const waitingApi = api.injectEndpoints({
  endpoints: (build) => ({
    waiting: build.query<Waiting, void>({
      query: () => reading('failedExternal', { page: 1, page_size: NEWEST_WAITING }),
      transformResponse: ({ failed_history: rows, total }: CallAnswer<'failedExternal'>) => ({
        total,
        newest: rows.map(({ id }) => id),
      }),
      providesTags: ['External'],
    }),
    pausedVendors: build.query<readonly PausedVendor[], void>({
      query: () => reading('activeVendors', {}),
      transformResponse: ({ pauses, vendors }: CallAnswer<'activeVendors'>) =>
        pauses.flatMap(({ automatic, service, vendor, reason }) =>
          automatic
            ? [
                {
                  service,
                  reason,
                  name: vendors.find(({ code }) => code === vendor)?.name ?? `Vendor ${vendor}`,
                },
              ]
            : [],
        ),
      providesTags: ['Vendors'],
    }),
    /** Number of waiting requests that the caller may approve. Requests by the caller are left out. */
    toApprove: build.query<number, void>({
      query: () => reading('approvals', { standing: 'waiting', page: 1, page_size: 100 }),
      transformResponse: ({ approvals }: CallAnswer<'approvals'>) =>
        approvals.filter(({ own }) => !own).length,
      providesTags: ['Approvals'],
    }),
  }),
});

export const { usePausedVendorsQuery, useWaitingQuery, useToApproveQuery } = waitingApi;
