import type { CallAnswer } from '../../../../services/contracts/calls.js';
import type { ListAsked, Listed } from '../../api/admin-lists.js';
import { api, reading } from '../../api/base-api.js';
import { listBody } from '../../api/transactions.api.js';

export type Broadcast = CallAnswer<'broadcasts'>['broadcast_info'][number];

const broadcastsApi = api.injectEndpoints({
  endpoints: (build) => ({
    broadcasts: build.query<Listed<Broadcast>, ListAsked>({
      query: (asked) => reading('broadcasts', listBody(asked)),
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
