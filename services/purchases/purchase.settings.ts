import { z } from 'zod';
import type { SettingsOf } from '../../infra/config/settings.js';

/** Settings of what is looked up before a purchase. */
export const PURCHASE_SETTINGS = {
  RATE_LIMIT_LOOKUPS: z.coerce
    .number()
    .int()
    .min(1)
    .default(60)
    .describe('names of accounts, meters and customers one person may look up in 15 minutes'),
};

export type PurchaseSettings = SettingsOf<typeof PURCHASE_SETTINGS>;
