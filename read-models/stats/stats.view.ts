import { z } from 'zod';
import type { View } from '../../infra/read-store/view.js';
import { SERVICES } from '../../services/contracts/services.js';

/**
 * Columns that count how long deliveries took, from acceptance to capture, with the time below which each counts, in milliseconds. The
 * last one has no end.
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

/** `day` of the one row that counts everything there ever was: after every date in the order of texts. */
export const ALL_DAYS = 'all';

const StatsRow = z.object({
  /** `2026-03-10|airtime|1`, or `all`. */
  id: z.string(),
  /** Lagos day, yyyy-MM-dd. */
  day: z.string(),
  /** Null in the row of all days. */
  service: z.enum(SERVICES).nullable(),
  /** Code of whoever delivered or was asked last; 0 when nobody was, and in the row of all days. */
  vendor: z.number(),
  /** Purchases captured on this day, what customers paid for them and what vendors charged, kobo. */
  captured: z.bigint(),
  captured_sum: z.bigint(),
  captured_cost: z.bigint(),
  /** Deliveries that vendors took back on this day, whenever they were captured. */
  reversed: z.bigint(),
  reversed_sum: z.bigint(),
  reversed_cost: z.bigint(),
  /** Failed: the hold was given back. */
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

/** Counters of sales, counted when events happen: a row per Lagos day, service and vendor. Nothing in it is personal. */
export const statsView: View<StatsRow> = {
  name: 'stats',
  version: 1,
  row: StatsRow,
  key: 'id',
  indexes: [['day']],
  searchable: [],
};
