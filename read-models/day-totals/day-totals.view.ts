import { z } from 'zod';
import type { View } from '../../infra/read-store/view.js';

const DayTotalRow = z.object({
  /** `2026-03-01|margin:airtime` for an account, `2026-03-01` for the day itself. */
  id: z.string(),
  /** Lagos day, yyyy-MM-dd. */
  day: z.string(),
  /**
   * Account named by `bookOf`, with one account per kind for all people. Null in the row of the
   * day.
   */
  account: z.string().nullable(),
  /** Debit less credit, in kobo. */
  moved: z.bigint(),
  /** First and last event of the day that moved money; 0 in rows of accounts. */
  first_position: z.bigint(),
  last_position: z.bigint(),
});
export type DayTotalRow = z.output<typeof DayTotalRow>;

/**
 * Movements of each Lagos day, by account. Earlier days add up to the trial balance at the start of a day. An event
 * counts on the day of its own `at`, even when stored after events of the next day.
 */
export const dayTotalsView: View<DayTotalRow> = {
  name: 'day-totals',
  version: 1,
  row: DayTotalRow,
  key: 'id',
  indexes: [],
  searchable: [],
};
