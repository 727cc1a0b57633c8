import { z } from 'zod';
import { adminReads, serverOnly, type Call } from '../call.js';
import {
  ADMIN_LIST_FIELDS,
  adminListAnswer,
  ENDS_TOO_EARLY,
  startsBeforeItEnds,
} from '../fields/http-fields.js';
import { ProblemReport } from '../fields/problems.js';
import { TRANSACTION_STATUSES } from '../services.js';

export const PROBLEM_REPORT_CALLS = {
  problemReports: adminReads('/api/admin-problem-reports/'),
} as const satisfies Record<string, Call>;

/** Money is naira, times are ISO 8601 with +01:00. */
export const ReportedRow = serverOnly(() =>
  ProblemReport.extend({
    /** Purchase id. */
    id: z.string(),
    api_transaction_reference: z.string(),
    service: z.string(),
    product: z.string(),
    /** Charge to the customer. */
    amount: z.number(),
    status_now: z.enum(TRANSACTION_STATUSES),
    user_id: z.string(),
    /** `maskedEmail` without permission; empty once erased. */
    user_email: z.string(),
  }),
);
export type ReportedRow = z.output<typeof ReportedRow>;

export const PROBLEM_REPORT_SHAPES = serverOnly(() => ({
  problemReports: {
    request: z.object(ADMIN_LIST_FIELDS).refine(startsBeforeItEnds, ENDS_TOO_EARLY),
    answer: adminListAnswer('problem_reports', ReportedRow),
  },
}));
