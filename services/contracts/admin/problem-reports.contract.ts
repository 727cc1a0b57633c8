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

/** What customers say is wrong with their purchases. */
export const PROBLEM_REPORT_CALLS = {
  problemReports: adminReads('/api/admin-problem-reports/'),
} as const satisfies Record<string, Call>;

/** The newest report of one purchase, with what the purchase is by now. Money is naira, times are ISO 8601 with +01:00. */
export const ReportedRow = serverOnly(() =>
  ProblemReport.extend({
    /** Id of the purchase. */
    id: z.string(),
    api_transaction_reference: z.string(),
    service: z.string(),
    /** What was bought, in words. */
    product: z.string(),
    /** What the customer was charged. */
    amount: z.number(),
    status_now: z.enum(TRANSACTION_STATUSES),
    user_id: z.string(),
    /** Masked for whoever may not see it, empty when the customer was erased. */
    user_email: z.string(),
  }),
);
export type ReportedRow = z.output<typeof ReportedRow>;

/** Shapes of PROBLEM_REPORT_CALLS. */
export const PROBLEM_REPORT_SHAPES = serverOnly(() => ({
  problemReports: {
    request: z.object(ADMIN_LIST_FIELDS).refine(startsBeforeItEnds, ENDS_TOO_EARLY),
    answer: adminListAnswer('problem_reports', ReportedRow),
  },
}));
