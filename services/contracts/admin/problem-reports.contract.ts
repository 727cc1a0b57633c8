import { z } from 'zod';
import { adminReads, serverOnly, type Call } from '../call.js';
import {
  adminListAnswer,
  adminListFields,
  ENDS_TOO_EARLY,
  startsBeforeItEnds,
} from '../fields/http-fields.js';
import { ProblemReport } from '../fields/problems.js';
import { TRANSACTION_STATUSES } from '../services.js';

export const PROBLEM_REPORT_CALLS = {
  problemReports: adminReads('/api/admin-problem-reports/'),
} as const satisfies Record<string, Call>;

/**
 * Purchase with a reported problem. Amounts are in naira. Times are ISO 8601 with the offset
 * +01:00.
 */
export const ReportedRow = serverOnly(() =>
  ProblemReport.extend({
    id: z.string().meta({ example: '7d3f1a52-6a0e-5b8c-9d4f-2e1c3b5a7968' }),
    api_transaction_reference: z.string().meta({ example: 'NL6Q3Z8K1V0T9W4XYA' }),
    service: z.string().meta({ example: 'airtime' }),
    product: z.string().meta({ example: 'Mtn airtime' }),
    amount: z.number().meta({ example: 990 }),
    status_now: z.enum(TRANSACTION_STATUSES).meta({ example: 'Refunded' }),
    user_id: z.string().meta({ example: '7c0d2a1e-4f0b-4a43-9c58-0a3a1be0f3d1' }),
    user_email: z.string().meta({ example: 'ada@example.com' }),
  }),
);
export type ReportedRow = z.output<typeof ReportedRow>;

export const PROBLEM_REPORT_SHAPES = serverOnly(() => ({
  problemReports: {
    request: z.object(adminListFields('Part of a reference.')).refine(startsBeforeItEnds, ENDS_TOO_EARLY),
    answer: adminListAnswer('problem_reports', ReportedRow),
  },
}));
