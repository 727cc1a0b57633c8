import { z } from 'zod';
import type { SettingsOf } from '../config/settings.js';

export const MAIL_SETTINGS = {
  SMTP_URL: z
    .url({ protocol: /^smtps?$/ })
    .optional()
    .describe('mail server, smtp:// or smtps:// with user and password; default the outbox of the sandbox'),
  MAIL_FROM: z
    .string()
    .max(200)
    .default('no-reply@naira-ledger.test')
    .describe('sender of mails, as an address or `Name <address>`; without a name, that of the brand'),
};

export type MailConfig = SettingsOf<typeof MAIL_SETTINGS> & { readonly sandboxUrl: string };
