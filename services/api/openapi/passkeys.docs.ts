import { DONE, FIELD, type Chapter } from './call-docs.js';

const ID = 'The id of a device of the list.';
const LIMIT = 'Naira: what costs more is signed with the PIN. At most 100,000.';
const CREDENTIAL = { id: 'sd2Ya9kq', type: 'public-key' } as const;

export const PASSKEYS_CHAPTER = {
  title: 'Fingerprint or face',
  about:
    'For browsers: a device that was enrolled with the PIN signs purchases in its place, each for its own price, recipient and key.',
  calls: {
    passkeys: {
      title: 'Devices that sign',
      about: 'Each with the amount up to which it may.',
      fields: {},
      body: {},
      answer: {
        status: true,
        available: true,
        passkeys: [
          {
            id: 'p1',
            device: 'Mozilla/5.0 (Android 15; Mobile) Firefox/140.0',
            enrolled_at: '2026-03-02T10:15:30+01:00',
            limit: 5000,
          },
        ],
      },
    },
    beginPasskey: {
      title: 'Begin to set up a device',
      about: 'What the browser asks the device for, once the PIN was right.',
      fields: { transaction_pin: FIELD.pin },
      body: { transaction_pin: '4826' },
      answer: {
        status: true,
        options: {
          challenge: 'q83vEjRWeJA',
          rp: { id: 'ledger.example.com', name: 'Naira Ledger' },
          user: { id: 'YWRh', name: 'ada@example.com', displayName: 'Ada Obi' },
          pubKeyCredParams: [{ alg: -7, type: 'public-key' }],
          timeout: 180000,
          attestation: 'none',
          excludeCredentials: [],
          authenticatorSelection: {
            authenticatorAttachment: 'platform',
            residentKey: 'discouraged',
            userVerification: 'required',
          },
        },
      },
    },
    addPasskey: {
      title: 'Set up a device',
      about: 'With what the device answered. The customer is mailed.',
      fields: { limit: LIMIT, credential: 'What the browser got from the device.' },
      body: {
        limit: 5000,
        credential: { id: CREDENTIAL.id, response: { clientDataJSON: 'eyJ0', attestationObject: 'o2Nm' } },
      },
      answer: { ...DONE, id: 'p1' },
    },
    setPasskeyLimit: {
      title: 'Change the amount of a device',
      about: 'From now on it signs up to this amount.',
      fields: { id: ID, limit: LIMIT, transaction_pin: FIELD.pin },
      body: { id: 'p1', limit: 2000, transaction_pin: '4826' },
      answer: DONE,
    },
    removePasskey: {
      title: 'Remove a device',
      about:
        'It signs nothing any more. All devices are removed by logging out everywhere, a new password and a reset PIN.',
      fields: { id: ID },
      body: { id: 'p1' },
      answer: DONE,
    },
    beginApproval: {
      title: 'Begin to sign a purchase',
      about:
        'What the device signs for one purchase: the one that is sent next, under the same Idempotency-Key, with what it answered as `passkey`. It is good once, for three minutes.',
      fields: {
        id: ID,
        service: 'What is bought.',
        order: 'The body of the call that buys, without PIN.',
        price: 'The price that was shown, naira.',
      },
      body: {
        id: 'p1',
        service: 'airtime',
        order: { amount: 1000, network: 1, phone: '08031234567' },
        price: 990,
      },
      answer: {
        status: true,
        options: {
          challenge: 'q83vEjRWeJA',
          rpId: 'ledger.example.com',
          timeout: 180000,
          userVerification: 'required',
          allowCredentials: [CREDENTIAL],
        },
      },
    },
  },
} satisfies Chapter;
