import { z } from 'zod';
import { browserChanges, browserReads, serverOnly, type Call } from '../call.js';
import { Done } from '../fields/account-fields.js';
import { Base64Url, BodyToken, Ok, Text } from '../fields/http-fields.js';

/** HTTP calls about push messages. A customer gets no push messages before adding a device. */
export const PUSH_CALLS = {
  pushDevices: browserReads('/api/push_devices/'),
  addPushDevice: { ...browserChanges('/api/add_push_device/'), verifiedEmail: true },
  removePushDevice: browserChanges('/api/remove_push_device/'),
} as const satisfies Record<string, Call>;

/** Languages of push messages. The first language is the default. */
export const PUSH_LANGUAGES = ['en', 'pcm'] as const;
export type PushLanguage = (typeof PUSH_LANGUAGES)[number];

export const PUSH_SHAPES = serverOnly(() => ({
  pushDevices: {
    request: z.object({ access_token: BodyToken }),
    answer: z.object({
      status: Ok,
      /** VAPID public key in base64url. Null when push messages are off. */
      key: z.string().nullable().meta({ example: 'BAt0Mwfxz8MmlJKRkQYQ_4PTaEYTQlhIpkHBPMZvVBbe' }),
      devices: z.array(
        z.object({
          id: z.string().meta({ example: 'd1' }),
          device: z.string().meta({ example: 'Mozilla/5.0 (Android 15; Mobile) Firefox/140.0' }),
          since: z.string().meta({ example: '2026-03-02T10:15:30+01:00' }),
          language: z.enum(PUSH_LANGUAGES).meta({ example: 'en' }),
          current: z.boolean().meta({ example: true }),
        }),
      ),
    }),
  },
  /** Adds a device. The fields come from the browser's `PushSubscription`. */
  addPushDevice: {
    request: z.object({
      endpoint: Text(1_000).meta({
        description: 'The address at the push service of the browser, https.',
        example: 'https://fcm.googleapis.com/fcm/send/d8Xk',
      }),
      p256dh: Base64Url(88).meta({
        description: "The browser's public key, base64url.",
        example: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcx',
      }),
      auth: Base64Url(24).meta({ description: '16 bytes, base64url.', example: 'BTBZMqHH6r4Tts7J_aSIgg' }),
      language: z.enum(PUSH_LANGUAGES).nullish().meta({
        description: 'What its messages are to be in, `en` or `pcm`; English where it is not said.',
        example: 'pcm',
      }),
      access_token: BodyToken,
    }),
    answer: z.object({ ...Done.shape, id: z.string().meta({ example: 'd1' }) }),
  },
  removePushDevice: {
    request: z.object({
      id: Text(64).meta({ description: 'The id of a browser of the list.', example: 'd1' }),
      access_token: BodyToken,
    }),
    answer: Done,
  },
}));
