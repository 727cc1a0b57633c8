import { DONE, type Chapter } from './call-docs.js';

export const PUSH_CHAPTER = {
  title: 'Notifications to devices',
  about:
    'For browsers: what was delivered, came back or was paid in, told to a browser while its page is closed. Off until it is turned on there.',
  calls: {
    pushDevices: {
      title: 'Browsers that are told',
      about: 'With the key that a browser subscribes with.',
      fields: {},
      body: {},
      answer: {
        status: true,
        key: 'BAt0Mwfxz8MmlJKRkQYQ_4PTaEYTQlhIpkHBPMZvVBbe',
        devices: [
          {
            id: 'd1',
            device: 'Mozilla/5.0 (Android 15; Mobile) Firefox/140.0',
            since: '2026-03-02T10:15:30+01:00',
            language: 'en',
            current: true,
          },
        ],
      },
    },
    addPushDevice: {
      title: 'Tell this browser',
      about: 'Until its session ends. The same browser again keeps its id.',
      fields: {
        endpoint: 'The address at the push service of the browser, https.',
        p256dh: "The browser's public key, base64url.",
        auth: '16 bytes, base64url.',
        language: 'What its messages are to be in, `en` or `pcm`; English where it is not said.',
      },
      body: {
        endpoint: 'https://fcm.googleapis.com/fcm/send/d8Xk',
        p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcx',
        auth: 'BTBZMqHH6r4Tts7J_aSIgg',
        language: 'pcm',
      },
      answer: { ...DONE, id: 'd1' },
    },
    removePushDevice: {
      title: 'Tell a browser no more',
      about: 'Nothing where it is not told any more.',
      fields: { id: 'The id of a browser of the list.' },
      body: { id: 'd1' },
      answer: DONE,
    },
  },
} satisfies Chapter;
