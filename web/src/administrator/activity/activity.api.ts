import type { ActivityArea } from '../../../../services/contracts/admin/activity.contract.js';
import type { CallAnswer } from '../../../../services/contracts/calls.js';
import { api, reading } from '../../api/base-api.js';
import { listBody, type PageRequest } from '../../api/transactions.api.js';

export type Activity = CallAnswer<'activity'>['activity'][number];

interface ActivityAsked extends Omit<PageRequest, 'status' | 'service'> {
  readonly area: ActivityArea | '';
  readonly administrator: string;
}

interface ActivityList {
  readonly rows: readonly Activity[];
  readonly total: number;
  readonly total_capped: boolean;
}

const activityApi = api.injectEndpoints({
  endpoints: (build) => ({
    activity: build.query<ActivityList, ActivityAsked>({
      query: ({ area, administrator, ...request }) =>
        reading('activity', {
          ...listBody(request),
          ...(area ? { area } : {}),
          ...(administrator ? { administrator } : {}),
        }),
      transformResponse: ({ activity: rows, total, total_capped }: CallAnswer<'activity'>) => ({
        rows,
        total,
        total_capped,
      }),
      providesTags: ['Activity'],
    }),
  }),
});

export const { useActivityQuery } = activityApi;
