import { z } from 'zod';
import { browserChanges, browserReads, serverOnly, type Call } from '../call.js';
import { Done } from '../fields/account-fields.js';
import { Base64Url, BodyToken, Ok, Text } from '../fields/http-fields.js';

/** Off by default. */
export const PUSH_CALLS = {
  pushDevices: browserReads('/api/push_devices/'),
  addPushDevice: { ...browserChanges('/api/add_push_device/'), verifiedEmail: true },
  removePushDevice: browserChanges('/api/remove_push_device/'),
} as const satisfies Record<string, Call>;

/** The first is default. */
export const PUSH_LANGUAGES = ['en', 'pcm'] as const;
export type PushLanguage = (typeof PUSH_LANGUAGES)[number];

export const PUSH_SHAPES = serverOnly(() => ({
  pushDevices: {
    request: z.object({ access_token: BodyToken }),
    answer: z.object({
      status: Ok,
      /** VAPID key in base64url; null when push is off. */
      key: z.string().nullable(),
      devices: z.array(
        z.object({
          id: z.string(),
          /** Browser name. */
          device: z.string(),
          since: z.string(),
          language: z.enum(PUSH_LANGUAGES),
          current: z.boolean(),
        }),
      ),
    }),
  },
  /** Fields of the browser's `PushSubscription`. */
  addPushDevice: {
    request: z.object({
      endpoint: Text(1_000),
      p256dh: Base64Url(88),
      auth: Base64Url(24),
      language: z.enum(PUSH_LANGUAGES).nullish(),
      access_token: BodyToken,
    }),
    answer: z.object({ ...Done.shape, id: z.string() }),
  },
  removePushDevice: { request: z.object({ id: Text(64), access_token: BodyToken }), answer: Done },
}));
