import type { CallAnswer } from '../../../../services/contracts/calls.js';
import { api, reading } from '../../api/base-api.js';

export type Broadcast = CallAnswer<'broadcasts'>['broadcast_info'][number];

interface Asked {
  readonly from: string;
  readonly to: string;
  readonly page: number;
  readonly size: number;
  readonly search: string;
}

interface Listed {
  readonly rows: readonly Broadcast[];
  readonly total: number;
  readonly total_capped: boolean;
}

const broadcastsApi = api.injectEndpoints({
  endpoints: (build) => ({
    broadcasts: build.query<Listed, Asked>({
      query: ({ from, to, page, size, search }) =>
        reading('broadcasts', {
          query_type: from || to ? 2 : 1,
          custom_start_date: from,
          custom_end_date: to,
          page,
          page_size: size,
          search,
        }),
      transformResponse: ({ broadcast_info: rows, total, total_capped }: CallAnswer<'broadcasts'>) => ({
        rows,
        total,
        total_capped,
      }),
      providesTags: ['Broadcasts'],
    }),
  }),
});

export const { useBroadcastsQuery } = broadcastsApi;
