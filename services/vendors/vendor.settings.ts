import { z } from 'zod';
import { Duration } from '../../infra/config/duration.js';
import { Flag, type SettingsOf } from '../../infra/config/settings.js';
import { PAYMENT_PROVIDERS, type PaymentProvider } from '../contracts/admin/money-desk.contract.js';

export const SANDBOX_CONTRACT_CODE = '0000000000';
export const SANDBOX_SOURCE_ACCOUNT = '8016472829';

/** Value of `FUNDING_PROVIDERS` that switches every provider off. */
const NO_PROVIDER = 'none';

export const VENDOR_SETTINGS = {
  VENDOR_POST_TIMEOUT: Duration.prefault('50s').describe('how long a vendor may take to answer a purchase'),
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
      'fewest attempts that pause a vendor. At most two refusals of each customer count, and none before three customers were refused',
    ),
  VENDOR_PAUSE_WINDOW: Duration.prefault('10m').describe(
    'how long ago attempts may have ended to be counted',
  ),
  VENDOR_PAUSE_UNANSWERED: z.coerce
    .number()
    .int()
    .min(0)
    .max(500)
    .default(10)
    .describe(
      'purchases in a row that a vendor leaves unanswered of a service; then it is paused for that, 0 never does',
    ),
  VENDOR_PAUSE_SILENT: Duration.prefault('20s').describe(
    'how long a purchase waits for an answer before it counts as unanswered for VENDOR_PAUSE_UNANSWERED',
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
  FUNDING_PROVIDERS: z
    .string()
    .transform((text) => (text.trim() === NO_PROVIDER ? [] : text.split(',').map((code) => code.trim())))
    .pipe(z.array(z.enum(Object.keys(PAYMENT_PROVIDERS) as PaymentProvider[])))
    .transform((codes) => [...new Set(codes)])
    .prefault('monnify')
    .describe(
      `providers of customers' bank accounts, with commas between them: ${Object.keys(PAYMENT_PROVIDERS).join(', ')}; \`${NO_PROVIDER}\` until customers of an older system are moved in. Transfers, account names and BVN checks need monnify`,
    ),
  ACCOUNT_IDENTITY: Flag.optional().describe(
    '1 asks customers for a BVN or NIN before they get an account number, as the central bank wants; default on in production, off elsewhere',
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
  PAYSTACK_URL: z.url().optional().describe('Paystack API; default the sandbox'),
  PAYSTACK_SECRET_KEY: z
    .string()
    .default('sandbox-secret-key')
    .describe('Paystack secret key; signs webhooks'),
  PAYSTACK_BANK: z
    .string()
    .regex(/^[a-z0-9-]{1,40}$/)
    .default('wema-bank')
    .describe("bank of customers' accounts at Paystack, as its list of banks spells it"),
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
    .describe(
      'secret path segment of /webhooks/vtpass/…, the one address of every vendor that signs nothing, not of VTpass alone',
    ),
  VENDORS_FILE: z
    .string()
    .optional()
    .describe(
      'JSON file of the vendors to buy from, in place of those at the sandbox; see docs/operating/vendors-file.md',
    ),
};

export type VendorSettings = SettingsOf<typeof VENDOR_SETTINGS>;
