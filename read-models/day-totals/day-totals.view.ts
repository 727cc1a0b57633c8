import { z } from 'zod';
import type { View } from '../../infra/read-store/view.js';

const DayTotalRow = z.object({
  /** Row key: `2026-03-01|margin:airtime` for an account on a day, `2026-03-01` for the day itself. */
  id: z.string(),
  /** Lagos day, yyyy-MM-dd. */
  day: z.string(),
  /** Account name from `bookOf`, which joins all wallets of a kind. */
  account: z.string().nullable(),
  /** Debit less credit, in kobo. */
  moved: z.bigint(),
  /** Positions of the day's first and last event that moved money; 0 in rows of accounts. */
  first_position: z.bigint(),
  last_position: z.bigint(),
});
export type DayTotalRow = z.output<typeof DayTotalRow>;

/**
 * Money moved per Lagos day and account. An event counts on the day of its `at`, even when stored after
 * events of the next day.
 */
export const dayTotalsView: View<DayTotalRow> = {
  name: 'day-totals',
  version: 1,
  row: DayTotalRow,
  key: 'id',
  indexes: [],
  searchable: [],
};
