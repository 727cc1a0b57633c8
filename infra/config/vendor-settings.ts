import { z } from 'zod';
import { Duration, Durations } from './duration.js';

/** How vendors are called and asked, and when a purchase is given up on. */
export const VENDOR_SETTINGS = {
  VENDOR_REQUERY_SCHEDULE: Durations.prefault('15s,30s,1m,2m,5m,10m,20m,30m,1h').describe(
    'waits before each requery, the last one repeating to 24 h',
  ),
  VENDOR_NOT_FOUND_AFTER: Duration.prefault('5m').describe(
    'age of an attempt before two not-found answers release the money',
  ),
  VENDOR_NOT_FOUND_SPACING: Duration.prefault('2m').describe('least time between those two answers'),
  VENDOR_REVIEW_AFTER: Duration.prefault('30m').describe('age of an open purchase before a person must look'),
  VENDOR_POST_TIMEOUT: Duration.prefault('50s').describe('how long a vendor may take to answer a purchase'),
  VENDOR_QUERY_TIMEOUT: Duration.prefault('15s').describe('how long a vendor may take to answer a query'),
  VENDOR_CONCURRENCY: z.coerce
    .number()
    .int()
    .min(1)
    .default(64)
    .describe('calls under way at once per vendor and worker'),
  VENDOR_CALLS_PER_SECOND: z.coerce
    .number()
    .int()
    .min(1)
    .optional()
    .describe('calls that all workers together may begin per vendor in a second; default no limit'),
};
