import { z } from 'zod';
import { Duration } from '../../infra/config/duration.js';
import type { SettingsOf } from '../../infra/config/settings.js';

export const ADMINISTRATOR_SETTINGS = {
  ADMIN_SECOND_FACTOR: z
    .enum(['optional', 'required'])
    .optional()
    .describe(
      '`required`: an administrator or auditor without a second factor may do nothing but set one up; default `required` in production, else `optional`',
    ),
  ADMIN_INVITATION_LIFETIME: Duration.prefault('72h').describe(
    'an invitation to become an administrator can be accepted for this long',
  ),
};

export type AdministratorSettings = SettingsOf<typeof ADMINISTRATOR_SETTINGS> & {
  readonly secondFactorRequired: boolean;
};
