import { z } from 'zod';
import type { View } from '../../infra/read-store/view.js';

const DayTotalRow = z.object({
  /**
   * Key of the row. For example, `2026-03-01|margin:airtime` is an account on a day, and `2026-03-01` is the
   * whole day.
   */
  id: z.string(),
  /** Lagos day, yyyy-MM-dd. */
  day: z.string(),
  /** Account name from `bookOf`. Wallets of the same kind share one name. */
  account: z.string().nullable(),
  /** Debit minus credit, in kobo. */
  moved: z.bigint(),
  /** Positions of the day's first and last event that moved money. 0 in rows of one account. */
  first_position: z.bigint(),
  last_position: z.bigint(),
});
export type DayTotalRow = z.output<typeof DayTotalRow>;

/**
 * Money that moved per Lagos day and account. The day of an event is the day of its `at`, even when
 * the event was stored after events of the next day.
 */
export const dayTotalsView: View<DayTotalRow> = {
  name: 'day-totals',
  version: 1,
  row: DayTotalRow,
  key: 'id',
  indexes: [],
  searchable: [],
};
