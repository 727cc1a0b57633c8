import { z } from 'zod';
import { Duration } from '../../infra/config/duration.js';
import type { SettingsOf } from '../../infra/config/settings.js';

const Naira = z.string().regex(/^\d{1,9}(\.\d{1,2})?$/, 'must be naira with at most two decimals');

export const MONEY_DESK_SETTINGS = {
  ADJUSTMENT_APPROVAL_LIMIT: Naira.default('50000').describe(
    'naira an administrator may move by hand alone in a day; more needs the approval of a second one',
  ),
  SOLE_OWNER_DELAY: Duration.prefault('24h').describe(
    'where there is only one owner, what they ask a second administrator for happens after this long',
  ),
  ALONE_DAILY_CAP: Naira.default('200000').describe(
    'naira that all administrators together may move alone in a day',
  ),
};

export type MoneyDeskSettings = SettingsOf<typeof MONEY_DESK_SETTINGS>;

export type AloneSettings = Pick<MoneyDeskSettings, 'ADJUSTMENT_APPROVAL_LIMIT' | 'ALONE_DAILY_CAP'>;
