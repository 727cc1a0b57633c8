import type { CallAnswer } from '../../../../services/contracts/calls.js';
import { api, reading } from '../../api/base-api.js';

/** As many of the newest as are looked at to tell which of them are new. */
export const NEWEST_WAITING = 10;

/** What a person still has to decide, as much of it as is told on every page. */
export interface Waiting {
  readonly total: number;
  /** Ids of the newest, newest first. */
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
