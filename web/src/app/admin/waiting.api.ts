import type { CallAnswer } from '../../../../services/contracts/calls.js';
import { api, reading } from '../../api/base-api.js';

export const NEWEST_WAITING = 10;

export interface Waiting {
  readonly total: number;
  /** Ids, newest first. */
  readonly newest: readonly string[];
}

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
    /** Number of requests that the caller may grant. */
    toApprove: build.query<number, void>({
      query: () => reading('approvals', { standing: 'waiting', page: 1, page_size: 100 }),
      transformResponse: ({ approvals }: CallAnswer<'approvals'>) =>
        approvals.filter(({ own }) => !own).length,
      providesTags: ['Approvals'],
    }),
  }),
});

export const { useWaitingQuery, useToApproveQuery } = waitingApi;
