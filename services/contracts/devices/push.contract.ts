import { z } from 'zod';
import { browserChanges, browserReads, serverOnly, type Call } from '../call.js';
import { Done } from '../fields/account-fields.js';
import { Base64Url, BodyToken, Ok, Text } from '../fields/http-fields.js';

/** What happened, told to a customer's browser while its page is closed. Off until it is turned on there. */
export const PUSH_CALLS = {
  pushDevices: browserReads('/api/push_devices/'),
  addPushDevice: { ...browserChanges('/api/add_push_device/'), verifiedEmail: true },
  removePushDevice: browserChanges('/api/remove_push_device/'),
} as const satisfies Record<string, Call>;

/** What a browser can be told in, the first unless it says another. */
export const PUSH_LANGUAGES = ['en', 'pcm'] as const;
export type PushLanguage = (typeof PUSH_LANGUAGES)[number];

/** Shapes of PUSH_CALLS. */
export const PUSH_SHAPES = serverOnly(() => ({
  pushDevices: {
    request: z.object({ access_token: BodyToken }),
    answer: z.object({
      status: Ok,
      /** What a browser subscribes with, base64url; null where nothing is pushed. */
      key: z.string().nullable(),
      devices: z.array(
        z.object({
          id: z.string(),
          /** What the browser said it was. */
          device: z.string(),
          since: z.string(),
          language: z.enum(PUSH_LANGUAGES),
          /** Turned on in the session that asks. */
          current: z.boolean(),
        }),
      ),
    }),
  },
  /** As a browser's `PushSubscription` says it. */
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
