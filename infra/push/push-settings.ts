import { z } from 'zod';
import type { SettingsOf } from '../config/settings.js';

/** Hosts of the push services of browsers; those below them count too. */
const BROWSERS = 'fcm.googleapis.com,push.services.mozilla.com,notify.windows.com,push.apple.com';

export const PUSH_SETTINGS = {
  PUSH_SERVICES: z
    .string()
    .max(2_000)
    .default(BROWSERS)
    .describe(
      'push services that a browser may name, separated by commas: hosts, reached over https alone; or an address (`https://push.example.com:8443`), for one of your own that may be in a private network',
    ),
};

export type PushSettings = SettingsOf<typeof PUSH_SETTINGS>;
