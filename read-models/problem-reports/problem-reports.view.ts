import { z } from 'zod';
import type { View } from '../../infra/read-store/view.js';
import { PROBLEMS } from '../../services/contracts/fields/problems.js';
import { TRANSACTION_STATUSES } from '../../services/contracts/services.js';

const ProblemReportRow = z.object({
  purchase_id: z.string(),
  user_id: z.string(),
  reference: z.string(),
  problem: z.enum(PROBLEMS),
  /** Null when the customer wrote none, or was erased. */
  words: z.string().nullable(),
  /** As which the customer saw the purchase. */
  about: z.enum(TRANSACTION_STATUSES),
  /** When it was reported. Times are UTC, as in the events. */
  at: z.string(),
});
export type ProblemReportRow = z.output<typeof ProblemReportRow>;

/** What customers say is wrong with purchases of theirs: the newest report of each. */
export const problemReportsView: View<ProblemReportRow> = {
  name: 'problem-reports',
  version: 1,
  row: ProblemReportRow,
  key: 'purchase_id',
  indexes: [['at'], ['user_id', 'at']],
  searchable: ['reference'],
  personal: ['words'],
};
