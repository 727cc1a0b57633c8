import { z } from 'zod';
import type { View } from '../../infra/read-store/view.js';
import { PROBLEMS } from '../../services/contracts/fields/problems.js';
import { TRANSACTION_STATUSES } from '../../services/contracts/services.js';

const ProblemReportRow = z.object({
  purchase_id: z.string(),
  user_id: z.string(),
  reference: z.string(),
  problem: z.enum(PROBLEMS),
  /** Text that the customer wrote. Null when the customer wrote no text or was erased. */
  words: z.string().nullable(),
  /** Status of the purchase that the customer saw when reporting the problem. */
  about: z.enum(TRANSACTION_STATUSES),
  /** UTC. */
  at: z.string(),
});
export type ProblemReportRow = z.output<typeof ProblemReportRow>;

export const problemReportsView: View<ProblemReportRow> = {
  name: 'problem-reports',
  version: 1,
  row: ProblemReportRow,
  key: 'purchase_id',
  indexes: [['at'], ['user_id', 'at']],
  searchable: ['reference'],
  personal: ['words'],
};
