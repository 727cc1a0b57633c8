import { z } from 'zod';
import { Duration } from '../../infra/config/duration.js';
import { Flag, type SettingsOf } from '../../infra/config/settings.js';

const Naira = z.string().regex(/^\d{1,9}(\.\d{1,2})?$/, 'must be naira with at most two decimals');

export const CUSTOMER_SETTINGS = {
  COMMUNITY_CHAT_URL: z.url().optional().describe('link to the community chat; none hides it'),
  WHATSAPP_URL: z.url().optional().describe('link to help on WhatsApp; none hides it'),
  API_DOCUMENTATION_URL: z
    .url()
    .optional()
    .describe("address of documentation for resellers; default the product's own page"),
  SESSION_IDLE: Duration.prefault('30m').describe('a session ends after this long without a call'),
  SESSION_MAX: Duration.prefault('8h').describe('a session ends after this long in any case'),
  RATE_LIMIT_LOGIN_FAILURES: z.coerce
    .number()
    .int()
    .min(1)
    .default(10)
    .describe('failed logins per address, and per account and network, in 15 minutes'),
  RATE_LIMIT_LOGIN_FAILURES_PER_ACCOUNT: z.coerce
    .number()
    .int()
    .min(1)
    .default(200)
    .describe(
      'failed logins per account a day, from all networks together; browsers that signed in before are counted apart',
    ),
  RATE_LIMIT_CODES: z.coerce
    .number()
    .int()
    .min(1)
    .default(5)
    .describe(
      'codes mailed per account and network in 15 minutes; four times as many a day, twenty times per address, and per account a day',
    ),
  PIN_ATTEMPTS_MAX: z.coerce
    .number()
    .int()
    .min(1)
    .default(5)
    .describe(
      'wrong PINs before a lock: of 15 minutes, then an hour, 6 hours, a day, then until the PIN is reset',
    ),
  PINLESS_DAILY_LIMIT: z
    .string()
    .regex(/^\d{1,9}(\.\d{1,2})?$/)
    .default('10000')
    .describe('naira a customer may spend a day on purchases and checks that ask for no PIN'),
  PAYOUT_DELAY: Duration.prefault('48h').describe(
    'after staff changed the email of a customer, or a PIN reset, money leaves only to known recipients for this long',
  ),
  BVN_CHECK: Flag.prefault('1').describe('0 switches the check of BVNs off'),
  BVN_PRICE_NAIRA: Naira.default('0').describe('charged for a check of a BVN that was answered'),
  BVN_TRIES_MAX: z.coerce.number().int().min(1).default(3).describe('checks of a BVN per person in 24 hours'),
};

export type CustomerSettings = SettingsOf<typeof CUSTOMER_SETTINGS>;
