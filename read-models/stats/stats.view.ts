import { z } from 'zod';
import type { View } from '../../infra/read-store/view.js';
import { SERVICES } from '../../services/contracts/services.js';

/**
 * Columns for delivery times with their upper limits in ms. A delivery time is the time from acceptance to
 * capture. Each limit is exclusive.
 */
export const DELIVERY_TIMES = [
  ['took_1s', 1_000],
  ['took_2s', 2_000],
  ['took_3s', 3_000],
  ['took_5s', 5_000],
  ['took_10s', 10_000],
  ['took_30s', 30_000],
  ['took_1m', 60_000],
  ['took_5m', 300_000],
  ['took_30m', 1_800_000],
  ['took_longer', Infinity],
] as const;
export type DeliveryTime = (typeof DELIVERY_TIMES)[number][0];

/** Value of `day` in rows that cover all time. This value sorts after every date. */
export const ALL_DAYS = 'all';

const StatsRow = z.object({
  /** `2026-03-10|airtime|1`, or `ALL_DAYS`. */
  id: z.string(),
  /** Lagos day, yyyy-MM-dd. */
  day: z.string(),
  service: z.enum(SERVICES).nullable(),
  /**
   * Code of the vendor that delivered, or else of the vendor that was asked last. 0 when no vendor was asked.
   */
  vendor: z.number(),
  /**
   * Number of purchases captured on this day. `captured_sum` is the kobo that customers paid. `captured_cost`
   * is the kobo that vendors charged.
   */
  captured: z.bigint(),
  captured_sum: z.bigint(),
  captured_cost: z.bigint(),
  /**
   * Number of deliveries that were taken back on this day. Their purchases may have been captured on an
   * earlier day.
   */
  reversed: z.bigint(),
  reversed_sum: z.bigint(),
  reversed_cost: z.bigint(),
  /** Number of failed purchases. Their money was released to the customer. */
  released: z.bigint(),
  released_sum: z.bigint(),
  took_1s: z.bigint(),
  took_2s: z.bigint(),
  took_3s: z.bigint(),
  took_5s: z.bigint(),
  took_10s: z.bigint(),
  took_30s: z.bigint(),
  took_1m: z.bigint(),
  took_5m: z.bigint(),
  took_30m: z.bigint(),
  took_longer: z.bigint(),
});
export type StatsRow = z.output<typeof StatsRow>;

/** Rows contain no personal data. */
export const statsView: View<StatsRow> = {
  name: 'stats',
  version: 1,
  row: StatsRow,
  key: 'id',
  indexes: [['day']],
  searchable: [],
};
