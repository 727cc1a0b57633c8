import { z } from 'zod';
import type { SettingsOf } from '../../infra/config/settings.js';

/** Settings of who runs the business. */
export const ADMINISTRATOR_SETTINGS = {
  ADMIN_SECOND_FACTOR: z
    .enum(['optional', 'required'])
    .default('optional')
    .describe(
      '`required`: an administrator or auditor without a second factor may do nothing but set one up',
    ),
};

export type AdministratorSettings = SettingsOf<typeof ADMINISTRATOR_SETTINGS>;
