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
  }),
});

export const { useWaitingQuery } = waitingApi;
