import { z } from 'zod';
import type { SettingsOf } from '../../infra/config/settings.js';

export const DOCUMENT_SETTINGS = {
  RATE_LIMIT_STATEMENTS: z.coerce
    .number()
    .int()
    .min(1)
    .default(30)
    .describe('statements one person may ask for in 15 minutes'),
};

export type DocumentSettings = SettingsOf<typeof DOCUMENT_SETTINGS>;
