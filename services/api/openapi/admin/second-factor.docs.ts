import { type CallDocs } from '../call-docs.js';

export const SECOND_FACTOR_DOCS = {
  secondFactor: {
    title: 'Your second factor',
    about:
      'Whether you sign in with the code of an authenticator app as well, and the devices that may take its place.',
  },
  startSecondFactor: {
    title: 'Begin to set up a second factor',
    about:
      'Nothing is stored before the first code is right. Where there is one already, its code is wanted.',
  },
  confirmSecondFactor: {
    title: 'Turn the second factor on',
    about:
      'Answers ten recovery codes, this once. Every other session of yours ends, and you are told by mail.',
    answer: { message: 'The second factor is on.' },
  },
  removeSecondFactor: {
    title: 'Turn the second factor off',
    about: 'Refused where the installation lets nobody work without one. You are told by mail.',
  },
  beginAdminPasskey: {
    title: 'Begin to set up a device to sign in with',
    about: 'What the browser asks the device or security key for, once password and code were right.',
  },
  addAdminPasskey: {
    title: 'Set up a device to sign in with',
    about:
      'With what the device answered. From then on it may take the place of a code. Another second factor, or none, ends it. You are told by mail.',
  },
  nameAdminPasskey: {
    title: 'Rename a device',
    about: 'Only you see the name.',
  },
  removeAdminPasskey: {
    title: 'Remove a device',
    about:
      'It signs you in no more. No code is asked for: whoever lost it must be able to. You are told by mail.',
  },
  proveAgain: {
    title: 'Confirm that it is you',
    about:
      'After the answer STEP_UP_REQUIRED: by a code or a device, or by your password where you have no second factor. It lasts 15 minutes for this session. Five wrong codes or answers of a device end this session.',
  },
  beginProveAgain: {
    title: 'Begin to confirm with a device',
    about: 'What a device of yours signs in place of the code: once, for this session, within three minutes.',
  },
} satisfies Partial<CallDocs>;

export const ADMIN_LOGIN_DOCS = {
  adminLogin: {
    title: 'Log in as an administrator',
    about: 'For administrators and auditors. Sets the admin_session cookie.',
  },
  beginAdminLogin: {
    title: 'Begin to log in with a device',
    about:
      'What a device of an administrator signs in place of the code: for the login that follows from the same browser, once, within three minutes.',
  },
} satisfies Partial<CallDocs>;
