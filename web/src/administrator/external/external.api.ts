import type { CallAnswer } from '../../../../services/contracts/calls.js';
import type { ListAsked, Listed } from '../../api/admin-lists.js';
import { api, reading } from '../../api/base-api.js';
import { listBody } from '../../api/transactions.api.js';

/** `since` is computed from the age that the server sends, because the clocks of server and browser differ. */
interface Waiting {
  readonly since: number;
}
export type FailedRow = CallAnswer<'failedExternal'>['failed_history'][number] &
  Waiting & {
    readonly ended?: CompletedRow;
  };
export type CompletedRow = CallAnswer<'completedExternal'>['completed_history'][number];
export type Reported = CallAnswer<'problemReports'>['problem_reports'][number];
export type Steps = Pick<CallAnswer<'externalSteps'>, 'steps' | 'hands_over' | 'pieces'>;
export type Step = Steps['steps'][number];

const externalApi = api.injectEndpoints({
  endpoints: (build) => ({
    failedExternal: build.query<Listed<FailedRow>, ListAsked>({
      query: (asked) => reading('failedExternal', listBody(asked)),
      transformResponse: ({ failed_history: rows, total, total_capped }: CallAnswer<'failedExternal'>) => ({
        rows: rows.map((row) => ({ ...row, since: Date.now() - row.age_seconds * 1_000 })),
        total,
        total_capped,
      }),
      providesTags: ['External'],
    }),
    completedExternal: build.query<Listed<CompletedRow>, ListAsked>({
      query: (asked) => reading('completedExternal', listBody(asked)),
      transformResponse: ({
        completed_history: rows,
        total,
        total_capped,
      }: CallAnswer<'completedExternal'>) => ({ rows, total, total_capped }),
      providesTags: ['External'],
    }),
    problemReports: build.query<Listed<Reported>, ListAsked>({
      query: (asked) => reading('problemReports', listBody(asked)),
      transformResponse: ({ problem_reports: rows, total, total_capped }: CallAnswer<'problemReports'>) => ({
        rows,
        total,
        total_capped,
      }),
      providesTags: ['External', 'AdminHistory'],
    }),
    externalSteps: build.query<Steps, string>({
      query: (id) => reading('externalSteps', { id }),
      providesTags: ['External'],
    }),
  }),
});

export const {
  useFailedExternalQuery,
  useCompletedExternalQuery,
  useProblemReportsQuery,
  useExternalStepsQuery,
} = externalApi;
