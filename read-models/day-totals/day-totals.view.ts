import { z } from 'zod';
import type { View } from '../../infra/read-store/view.js';

const DayTotalRow = z.object({
  /** `2026-03-01|margin:airtime`; of a day itself `2026-03-01`. */
  id: z.string(),
  /** Lagos day, yyyy-MM-dd. */
  day: z.string(),
  /** Accounts of people are one each kind; null in the row of a day itself. */
  account: z.string().nullable(),
  /** What the day added to the account: debit less credit, kobo. */
  moved: z.bigint(),
  /** Positions of the first and the last event of the day that moved money; 0 in rows of accounts. */
  first_position: z.bigint(),
  last_position: z.bigint(),
});
export type DayTotalRow = z.output<typeof DayTotalRow>;

/**
 * What each Lagos day moved, by account. Days before one add up to the trial balance at its beginning, whatever the number of
 * events. An event counts on the day of its own moment, though another process may have stored one of the next day before it.
 */
export const dayTotalsView: View<DayTotalRow> = {
  name: 'day-totals',
  version: 1,
  row: DayTotalRow,
  key: 'id',
  indexes: [],
  searchable: [],
};
