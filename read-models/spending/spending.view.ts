import { z } from 'zod';
import type { View } from '../../infra/read-store/view.js';
import { SERVICES } from '../../services/contracts/services.js';

const SpendingRow = z.object({
  /** `<user id>|2026-03|airtime`. */
  id: z.string(),
  user_id: z.string(),
  /** Lagos month, yyyy-MM. */
  month: z.string(),
  service: z.enum(SERVICES),
  /**
   * Number of purchases that were captured in this month. `captured_sum` is the kobo that the customer paid
   * for them.
   */
  captured: z.bigint(),
  captured_sum: z.bigint(),
  /**
   * Number of deliveries that were taken back in this month. Their purchases may have been captured in an
   * earlier month.
   */
  reversed: z.bigint(),
  reversed_sum: z.bigint(),
});
export type SpendingRow = z.output<typeof SpendingRow>;

/**
 * Spending per month and service. Recipients are left out, because a rebuild could not read erased people's
 * recipients.
 */
export const spendingView: View<SpendingRow> = {
  name: 'spending',
  version: 1,
  row: SpendingRow,
  key: 'id',
  indexes: [],
  searchable: [],
};
