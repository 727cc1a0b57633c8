import { type CallDocs, DONE } from '../call-docs.js';

const PASSWORD = 'Your password.';
const NAME = 'What you call it, at most 40 characters.';
const ID = 'The id of a device of the list.';
const CODE = 'Six digits of your authenticator app, or a recovery code. Each works once.';

export const SECOND_FACTOR_DOCS = {
  secondFactor: {
    title: 'Your second factor',
    about:
      'Whether you sign in with the code of an authenticator app as well, and the devices that may take its place.',
    fields: {},
    body: {},
    answer: {
      status: true,
      on: true,
      required: false,
      since: '2026-03-02T10:15:30.000+01:00',
      recovery_codes_left: 10,
      passkeys_available: true,
      passkeys: [
        {
          id: 'p1',
          name: 'Work laptop',
          device: 'Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0',
          added_at: '2026-03-02T10:20:30.000+01:00',
          used_at: '',
        },
      ],
    },
  },
  startSecondFactor: {
    title: 'Begin to set up a second factor',
    about:
      'Nothing is stored before the first code is right. Where there is one already, its code is wanted.',
    fields: { password: PASSWORD, code: CODE },
    body: { password: 'correct horse battery' },
    answer: {
      status: true,
      secret: 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP',
      uri: 'otpauth://totp/Naira%20Ledger:owner%40example.com?secret=JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP',
      enrolment: 'bm90IGEgcmVhbCBvbmU=',
    },
  },
  confirmSecondFactor: {
    title: 'Turn the second factor on',
    about:
      'Answers ten recovery codes, this once. Every other session of yours ends, and you are told by mail.',
    fields: { enrolment: 'As the beginning answered it.', code: 'Six digits of the authenticator app.' },
    body: { enrolment: 'bm90IGEgcmVhbCBvbmU=', code: '123456' },
    answer: { status: true, message: 'The second factor is on.', recovery_codes: ['9k2d-77hq-x0am'] },
  },
  removeSecondFactor: {
    title: 'Turn the second factor off',
    about: 'Refused where the installation lets nobody work without one. You are told by mail.',
    fields: { password: PASSWORD, code: CODE },
    body: { password: 'correct horse battery', code: '123456' },
    answer: DONE,
  },
  beginAdminPasskey: {
    title: 'Begin to set up a device to sign in with',
    about: 'What the browser asks the device or security key for, once password and code were right.',
    fields: { password: PASSWORD, code: CODE },
    body: { password: 'correct horse battery', code: '123456' },
    answer: {
      status: true,
      options: {
        challenge: 'q83vEjRWeJA',
        rp: { id: 'ledger.example.com', name: 'Naira Ledger' },
        user: { id: 'YWRh', name: 'owner@example.com', displayName: 'Ada Obi' },
        pubKeyCredParams: [{ alg: -7, type: 'public-key' }],
        timeout: 180000,
        attestation: 'none',
        excludeCredentials: [],
        authenticatorSelection: { residentKey: 'discouraged', userVerification: 'required' },
      },
    },
  },
  addAdminPasskey: {
    title: 'Set up a device to sign in with',
    about:
      'With what the device answered. From then on it may take the place of a code. Another second factor, or none, ends it. You are told by mail.',
    fields: { name: NAME, credential: 'What the browser got from the device.' },
    body: {
      name: 'Work laptop',
      credential: { id: 'sd2Ya9kq', response: { clientDataJSON: 'eyJ0', attestationObject: 'o2Nm' } },
    },
    answer: { ...DONE, id: 'p1' },
  },
  nameAdminPasskey: {
    title: 'Rename a device',
    about: 'Only you see the name.',
    fields: { id: ID, name: NAME },
    body: { id: 'p1', name: 'Old laptop' },
    answer: DONE,
  },
  removeAdminPasskey: {
    title: 'Remove a device',
    about:
      'It signs you in no more. No code is asked for: whoever lost it must be able to. You are told by mail.',
    fields: { id: ID },
    body: { id: 'p1' },
    answer: DONE,
  },
} satisfies Partial<CallDocs>;

export const ADMIN_LOGIN_DOCS = {
  adminLogin: {
    title: 'Log in as an administrator',
    about: 'For administrators and auditors. Sets the admin_session cookie.',
    fields: {
      username: 'The email of the account.',
      password: PASSWORD,
      code: 'Of the authenticator app, or a recovery code: wanted when the answer is SECOND_FACTOR_REQUIRED or PASSKEY_OR_CODE_REQUIRED.',
      passkey: 'What a device signed, in place of the code: where the answer is PASSKEY_OR_CODE_REQUIRED.',
    },
    body: { username: 'owner@example.com', password: 'correct horse battery' },
    answer: {
      status: true,
      message: 'Welcome back.',
      token: 'a token that belongs to this session',
      first_name: 'Ada',
      role: 'admin',
      permissions: ['support'],
      must_enrol: false,
    },
  },
  beginAdminLogin: {
    title: 'Begin to log in with a device',
    about:
      'What a device of an administrator signs in place of the code: for the login that follows from the same browser, once, within three minutes.',
    fields: { username: 'The email of the account.', password: PASSWORD },
    body: { username: 'owner@example.com', password: 'correct horse battery' },
    answer: {
      status: true,
      options: {
        challenge: 'q83vEjRWeJA',
        rpId: 'ledger.example.com',
        timeout: 180000,
        userVerification: 'required',
        allowCredentials: [{ id: 'sd2Ya9kq', type: 'public-key' }],
      },
    },
  },
} satisfies Partial<CallDocs>;
