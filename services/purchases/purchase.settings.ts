import { z } from 'zod';
import { Duration, Durations } from '../../infra/config/duration.js';
import type { SettingsOf } from '../../infra/config/settings.js';

export const PURCHASE_SETTINGS = {
  VENDOR_REQUERY_SCHEDULE: Durations.prefault('15s,30s,1m,2m,5m,10m,20m,30m,1h').describe(
    'waits before each requery, the last one repeating to 24 h; after a person has decided, from then on where an answer is still wanted',
  ),
  VENDOR_NOT_FOUND_AFTER: Duration.prefault('5m').describe(
    'age of an attempt before two not-found answers release the money',
  ),
  VENDOR_NOT_FOUND_SPACING: Duration.prefault('2m').describe('least time between those two answers'),
  VENDOR_REVIEW_AFTER: Duration.prefault('30m').describe('age of an open purchase before a person must look'),
  VENDOR_FAILOVER_WITHIN: Duration.prefault('1m').describe(
    'age of a purchase at which a refusal is final: no other vendor is tried any more',
  ),
  VENDOR_SEND_WITHIN: Duration.prefault('30s').describe(
    'age of an attempt’s claim at which no call of it is begun any more: its vendor is asked instead',
  ),
  VENDOR_BACKLOG_MAX: Duration.prefault('30s').describe(
    'waiting purchases that are accepted, as the time in which vendors take them; more are refused. 0s accepts all',
  ),
  RATE_LIMIT_LOOKUPS: z.coerce
    .number()
    .int()
    .min(1)
    .default(60)
    .describe('names of accounts, meters and customers one person may look up in 15 minutes'),
};

export type PurchaseSettings = SettingsOf<typeof PURCHASE_SETTINGS>;

/** Times are milliseconds. */
interface Judged {
  readonly NODE_ENV: string;
  readonly SANDBOX_URL?: string | undefined;
  readonly VENDORS_FILE?: string | undefined;
  readonly MONNIFY_URL?: string | undefined;
  readonly VENDOR_NOT_FOUND_AFTER: number;
  readonly VENDOR_SEND_WITHIN: number;
  readonly VENDOR_POST_TIMEOUT: number;
}

/**
 * Minimum milliseconds between the last possible call to a vendor and a refund because of the answer "not
 * found".
 */
const MARGIN_MS = 30_000;

/**
 * Returns an error when the settings would allow a refund while the order may still be on its way. Outside of
 * production, our own sandbox may have such settings, because it moves no real money.
 */
export function tooSoonNotFound(settings: Judged): string[] {
  const { VENDOR_NOT_FOUND_AFTER, VENDOR_SEND_WITHIN, VENDOR_POST_TIMEOUT } = settings;
  if (VENDOR_NOT_FOUND_AFTER >= VENDOR_SEND_WITHIN + VENDOR_POST_TIMEOUT + MARGIN_MS) return [];
  if (settings.NODE_ENV !== 'production' && buysAtOwnSandbox(settings)) return [];
  return [
    'VENDOR_NOT_FOUND_AFTER: must exceed VENDOR_SEND_WITHIN and VENDOR_POST_TIMEOUT together by 30 s, or a purchase still in flight could be refunded',
  ];
}

const buysAtOwnSandbox = ({ VENDORS_FILE, MONNIFY_URL, SANDBOX_URL }: Judged): boolean =>
  VENDORS_FILE === undefined &&
  MONNIFY_URL === undefined &&
  (SANDBOX_URL === undefined || LOOPBACK.has(new URL(SANDBOX_URL).hostname));

const LOOPBACK: ReadonlySet<string> = new Set(['127.0.0.1', 'localhost', '[::1]']);
