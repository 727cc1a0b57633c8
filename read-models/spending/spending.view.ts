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
  /** Purchases captured in this month, and what was paid for them, kobo. */
  captured: z.bigint(),
  captured_sum: z.bigint(),
  /** Deliveries that vendors took back in this month, whenever they were captured. */
  reversed: z.bigint(),
  reversed_sum: z.bigint(),
});
export type SpendingRow = z.output<typeof SpendingRow>;

/**
 * What each wallet spent: a row per Lagos month and service. Whom it was spent on is not in it: a recipient is sealed, so a counter of one
 * could not be made again once the person is forgotten.
 */
export const spendingView: View<SpendingRow> = {
  name: 'spending',
  version: 1,
  row: SpendingRow,
  // Begins with the wallet and its month: a year of one is read along the key.
  key: 'id',
  indexes: [],
  searchable: [],
};
