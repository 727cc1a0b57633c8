import { type Chapter } from './call-docs.js';

export const PASSKEYS_CHAPTER = {
  title: 'Fingerprint or face',
  about:
    'For browsers: a device that was enrolled with the PIN signs purchases in its place, each for its own price, recipient and key.',
  calls: {
    passkeys: {
      title: 'Devices that sign',
      about: 'Each with the amount up to which it may.',
    },
    beginPasskey: {
      title: 'Begin to set up a device',
      about: 'What the browser asks the device for, once the PIN was right.',
    },
    addPasskey: {
      title: 'Set up a device',
      about: 'With what the device answered. The customer is mailed.',
    },
    setPasskeyLimit: {
      title: 'Change the amount of a device',
      about: 'From now on it signs up to this amount.',
      body: { limit: 2000 },
    },
    removePasskey: {
      title: 'Remove a device',
      about:
        'It signs nothing any more. All devices are removed by logging out everywhere, a new password and a reset PIN.',
    },
    beginApproval: {
      title: 'Begin to sign a purchase',
      about:
        'What the device signs for one purchase: the one that is sent next, under the same Idempotency-Key, with what it answered as `passkey`. It is good once, for three minutes.',
    },
  },
} satisfies Chapter;
