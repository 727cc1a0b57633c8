import { z } from 'zod';
import { Flag } from './flag.js';
import { SANDBOX_SOURCE_ACCOUNT } from './production-settings.js';

const Naira = z.string().regex(/^\d{1,9}(\.\d{1,2})?$/, 'must be naira with at most two decimals');

/** Settings of texts, bank transfers, BVN and the affiliate upgrade. */
export const BANKING_SETTINGS = {
  RATE_LIMIT_LOOKUPS: z.coerce
    .number()
    .int()
    .min(1)
    .default(60)
    .describe('names of accounts, meters and customers one person may look up in 15 minutes'),
  SMS_PAGE_PRICE_NAIRA: Naira.default('2.90').describe('price of one page of a text to one recipient'),
  SMS_PAGE_COST_NAIRA: Naira.default('2.50').describe('what the vendor is expected to charge for it'),
  TRANSFERS_ENABLED: Flag.optional().describe(
    '1 lets customers send money to banks; default on with the sandbox, off in production',
  ),
  TRANSFER_FEES: z
    .string()
    .regex(/^(\d{1,9}:\d{1,6}(\.\d{1,2})?,)*\*:\d{1,6}(\.\d{1,2})?$/)
    .default('5000:10,50000:25,*:50')
    .describe('fee of a bank transfer, naira, by the amount up to which it holds'),
  TRANSFER_MAX_NAIRA: Naira.default('1000000').describe('the most one bank transfer may send'),
  MONNIFY_SOURCE_ACCOUNT: z
    .string()
    .regex(/^\d{10}$/)
    .default(SANDBOX_SOURCE_ACCOUNT)
    .describe('account at Monnify that bank transfers are paid from'),
  BVN_CHECK: Flag.prefault('1').describe('0 switches the check of BVNs off'),
  BVN_PRICE_NAIRA: Naira.default('0').describe('charged for a check of a BVN that was answered'),
  BVN_TRIES_MAX: z.coerce.number().int().min(1).default(3).describe('checks of a BVN per person in 24 hours'),
  AFFILIATE_FEE_NAIRA: Naira.default('2000').describe('price of the upgrade to an affiliate account'),
};
