import { z } from 'zod';
import { Duration } from '../../infra/config/duration.js';
import { Flag, type SettingsOf } from '../../infra/config/settings.js';

const Naira = z.string().regex(/^\d{1,9}(\.\d{1,2})?$/, 'must be naira with at most two decimals');

export const CATALOG_SETTINGS = {
  SMS_PAGE_PRICE_NAIRA: Naira.default('2.90').describe('price of one page of a text to one recipient'),
  SMS_PAGE_COST_NAIRA: Naira.default('2.50').describe('what the vendor is expected to charge for it'),
  AFFILIATE_FEE_NAIRA: Naira.default('2000').describe(
    'price of the upgrade to an affiliate account, until an administrator sets another one',
  ),
  TRANSFERS_ENABLED: Flag.optional().describe(
    '1 lets customers send money to banks; default on with the sandbox, off in production',
  ),
  TRANSFER_FEES: z
    .string()
    .regex(/^(\d{1,9}(\.\d{1,2})?:\d{1,6}(\.\d{1,2})?,)*\*:\d{1,6}(\.\d{1,2})?$/)
    .default('5000:10,49999.99:25,*:50')
    .describe(
      'fee of a bank transfer, naira, by the amount up to which it holds; never less than the provider takes',
    ),
  VENDOR_LISTS_EVERY: Duration.prefault('24h').describe(
    'how often the lists of vendors are compared with the catalogue, which raises an alert; 0s never does',
  ),
  TRANSFER_MAX_NAIRA: Naira.default('1000000').describe('the most one bank transfer may send'),
};

export type CatalogSettings = SettingsOf<typeof CATALOG_SETTINGS>;
