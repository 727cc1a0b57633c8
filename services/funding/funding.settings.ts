import { z } from 'zod';
import { Duration } from '../../infra/config/duration.js';
import type { SettingsOf } from '../../infra/config/settings.js';
import { BANK_NAME_MAX } from '../contracts/admin/money-desk-fields.js';

export const FUNDING_SETTINGS = {
  FUNDING_CHARGE_NAIRA: z
    .string()
    .regex(/^\d{1,6}(\.\d{1,2})?$/)
    .default('0')
    .describe(
      '`monify_charges`: our flat charge on a bank transfer, naira, until an administrator sets another one',
    ),
  FUNDING_SWEEP_EVERY: Duration.prefault('10m').describe('how often lost webhooks are looked for'),
  MANUAL_FUNDING_BANK: z
    .string()
    .max(BANK_NAME_MAX)
    .default('')
    .describe(
      'bank shown for funding by hand, until an administrator sets another one; empty hides the card',
    ),
  MANUAL_FUNDING_ACCOUNT_NAME: z
    .string()
    .max(100)
    .default('')
    .describe('account name shown for funding by hand'),
  MANUAL_FUNDING_ACCOUNT_NUMBER: z
    .string()
    .regex(/^(\d{10})?$/)
    .default('')
    .describe('account number shown for funding by hand, ten digits'),
};

export type FundingSettings = SettingsOf<typeof FUNDING_SETTINGS>;
