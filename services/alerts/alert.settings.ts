import { z } from 'zod';
import { Duration } from '../../infra/config/duration.js';
import type { SettingsOf } from '../../infra/config/settings.js';

export const ALERT_SETTINGS = {
  ALERT_WEBHOOK_URL: z
    .url({ protocol: /^https?$/ })
    .optional()
    .describe('where alerts are posted to, beside the mails to administrators; default nowhere'),
  ALERT_WEBHOOK_SECRET: z
    .string()
    .min(16)
    .optional()
    .describe('key of the HMAC-SHA256 that signs what is posted there; needed with ALERT_WEBHOOK_URL'),
  ALERT_PURCHASE_AFTER: Duration.prefault('30m').describe('age of an open purchase that raises an alert'),
  ALERT_REVIEW_AFTER: Duration.prefault('1h').describe(
    'how long a purchase may wait for a person before that raises an alert',
  ),
  ALERT_LAG_EVENTS: z.coerce
    .number()
    .int()
    .min(1)
    .default(10_000)
    .describe('events that dispatching or a list may be behind before that raises an alert'),
  ALERT_VENDOR_SUCCESS: z.coerce
    .number()
    .min(0)
    .max(1)
    .default(0.5)
    .describe('share of its last attempts that a vendor delivers; less raises an alert'),
  ALERT_FLOAT_BELOW: z.coerce
    .number()
    .min(0)
    .default(0)
    .describe('naira a vendor holds for us; less raises an alert, 0 never does'),
  ALERT_DISK_FREE: z.coerce
    .number()
    .min(0)
    .max(1)
    .default(0.05)
    .describe('free share of the disk of DATA_DIR; less raises an alert'),
};

export type AlertSettings = SettingsOf<typeof ALERT_SETTINGS>;

/** Refuses `ALERT_WEBHOOK_URL` without `ALERT_WEBHOOK_SECRET`. Without a signature, anyone could forge alerts. */
export const unsignedWebhook = ({
  ALERT_WEBHOOK_URL,
  ALERT_WEBHOOK_SECRET,
}: Pick<AlertSettings, 'ALERT_WEBHOOK_URL' | 'ALERT_WEBHOOK_SECRET'>): string[] =>
  ALERT_WEBHOOK_URL !== undefined && ALERT_WEBHOOK_SECRET === undefined
    ? ['ALERT_WEBHOOK_SECRET: is needed with ALERT_WEBHOOK_URL, to sign what is posted']
    : [];
