import { z } from 'zod';
import type { SettingsOf } from '../../infra/config/settings.js';

export const MONEY_DESK_SETTINGS = {
  ADJUSTMENT_APPROVAL_LIMIT: z
    .string()
    .regex(/^\d{1,9}(\.\d{1,2})?$/, 'must be naira with at most two decimals')
    .default('50000')
    .describe(
      'naira an administrator may move by hand alone in a day; more needs the approval of a second one',
    ),
};

export type MoneyDeskSettings = SettingsOf<typeof MONEY_DESK_SETTINGS>;
