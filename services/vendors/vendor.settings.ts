import { z } from 'zod';
import { Duration, Durations } from '../../infra/config/duration.js';
import type { SettingsOf } from '../../infra/config/settings.js';

export const SANDBOX_CONTRACT_CODE = '0000000000';
export const SANDBOX_SOURCE_ACCOUNT = '8016472829';

/** How vendors are reached, called and asked, and when a purchase is given up on. */
export const VENDOR_SETTINGS = {
  VENDOR_REQUERY_SCHEDULE: Durations.prefault('15s,30s,1m,2m,5m,10m,20m,30m,1h').describe(
    'waits before each requery, the last one repeating to 24 h',
  ),
  VENDOR_NOT_FOUND_AFTER: Duration.prefault('5m').describe(
    'age of an attempt before two not-found answers release the money',
  ),
  VENDOR_NOT_FOUND_SPACING: Duration.prefault('2m').describe('least time between those two answers'),
  VENDOR_REVIEW_AFTER: Duration.prefault('30m').describe('age of an open purchase before a person must look'),
  VENDOR_FAILOVER_WITHIN: Duration.prefault('1m').describe(
    'age of a purchase at which a refusal is final: no other vendor is tried any more',
  ),
  VENDOR_POST_TIMEOUT: Duration.prefault('50s').describe('how long a vendor may take to answer a purchase'),
  VENDOR_SEND_WITHIN: Duration.prefault('30s').describe(
    'age of a claimed purchase at which no call of it is begun any more: its vendor is asked instead',
  ),
  VENDOR_QUERY_TIMEOUT: Duration.prefault('15s').describe('how long a vendor may take to answer a query'),
  VENDOR_CONCURRENCY: z.coerce
    .number()
    .int()
    .min(1)
    .default(64)
    .describe(
      'calls under way at once per vendor, service and worker; those that wait longer than 5 s count no more, until four times as many are under way',
    ),
  VENDOR_CALLS_PER_SECOND: z.coerce
    .number()
    .int()
    .min(1)
    .optional()
    .describe('calls that all workers together may begin per vendor in a second; default no limit'),
  VENDOR_PAUSE_SUCCESS: z.coerce
    .number()
    .min(0)
    .max(1)
    .default(0.2)
    .describe(
      'share of its attempts that a vendor delivers of a service; less pauses it for that, 0 never does',
    ),
  VENDOR_PAUSE_ATTEMPTS: z.coerce
    .number()
    .int()
    .min(1)
    .max(500)
    .default(20)
    .describe(
      'attempts that it takes to tell; fewer pause nobody. Of refusals two of each customer count, once three customers were refused',
    ),
  VENDOR_PAUSE_WINDOW: Duration.prefault('10m').describe(
    'how long ago attempts may have ended to be counted',
  ),
  VENDOR_PAUSE_FLOAT: z.coerce
    .number()
    .int()
    .min(0)
    .max(1_000_000_000)
    .default(0)
    .describe('naira a vendor holds for us; less pauses it for all it sells, 0 never does'),
  VENDOR_PROBE_AFTER: Duration.prefault('1m').describe(
    'how long a failing vendor is left alone before one purchase probes it; doubles with each probe that fails, to 1 h',
  ),
  MONNIFY_URL: z.url().optional().describe('Monnify API; default the sandbox'),
  MONNIFY_API_KEY: z.string().default('sandbox-api-key').describe('Monnify API key'),
  MONNIFY_SECRET_KEY: z.string().default('sandbox-secret-key').describe('Monnify secret key; signs webhooks'),
  MONNIFY_CONTRACT_CODE: z.string().default(SANDBOX_CONTRACT_CODE).describe('Monnify contract code'),
  MONNIFY_SOURCE_ACCOUNT: z
    .string()
    .regex(/^\d{10}$/)
    .default(SANDBOX_SOURCE_ACCOUNT)
    .describe('account at Monnify that bank transfers are paid from'),
  VTPASS_API_KEY: z
    .string()
    .default('sandbox-api-key')
    .describe('VTpass API key; the three keys are those of rows of VENDORS_FILE that name none'),
  VTPASS_PUBLIC_KEY: z
    .string()
    .default('sandbox-public-key')
    .describe('VTpass public key, sent with queries'),
  VTPASS_SECRET_KEY: z
    .string()
    .default('sandbox-secret-key')
    .describe('VTpass secret key, sent with purchases'),
  VTPASS_WEBHOOK_SECRET: z
    .string()
    .min(16)
    .default('sandbox-webhook-path')
    .describe('secret path segment of /webhooks/vtpass/…'),
  VENDORS_FILE: z
    .string()
    .optional()
    .describe(
      'JSON file of the vendors to buy from, in place of those at the sandbox; see infra/docker/README.md',
    ),
};

export type VendorSettings = SettingsOf<typeof VENDOR_SETTINGS>;

/** What is judged of the settings, in the shapes `Settings` gives them. Times are milliseconds. */
interface Judged {
  readonly NODE_ENV: string;
  readonly SANDBOX_URL?: string | undefined;
  readonly VENDORS_FILE?: string | undefined;
  readonly MONNIFY_URL?: string | undefined;
  readonly VENDOR_NOT_FOUND_AFTER: number;
  readonly VENDOR_SEND_WITHIN: number;
  readonly VENDOR_POST_TIMEOUT: number;
}

/** Least time between the end of a purchase's last call and the belief that the vendor does not know it. */
const MARGIN_MS = 30_000;

/**
 * A line when a purchase could be refunded that is still being sent: its last call begins within VENDOR_SEND_WITHIN of the
 * claim and lasts at most VENDOR_POST_TIMEOUT. Only whoever buys from nobody but a sandbox on this machine may be in a hurry:
 * what is paid twice there is no money. That is so in a demonstration and in tests, and never in production.
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
