import { type CallDocs, DONE } from '../call-docs.js';

const PASSWORD = 'Your password.';
const CODE = 'Six digits of your authenticator app, or a recovery code. Each works once.';

/** What the documentation says of the second factor of administrators. */
export const SECOND_FACTOR_DOCS = {
  secondFactor: {
    title: 'Your second factor',
    about: 'Whether you sign in with the code of an authenticator app as well.',
    fields: {},
    body: {},
    answer: {
      ...{ status: true, on: true, required: false },
      ...{ since: '2026-03-02T10:15:30.000+01:00', recovery_codes_left: 10 },
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
    about: 'Answers ten recovery codes, this once. Every other session of yours ends.',
    fields: { enrolment: 'As the beginning answered it.', code: 'Six digits of the authenticator app.' },
    body: { enrolment: 'bm90IGEgcmVhbCBvbmU=', code: '123456' },
    answer: { status: true, message: 'The second factor is on.', recovery_codes: ['9k2d-77hq-x0am'] },
  },
  removeSecondFactor: {
    title: 'Turn the second factor off',
    about: 'Refused where the installation lets nobody work without one.',
    fields: { password: PASSWORD, code: CODE },
    body: { password: 'correct horse battery', code: '123456' },
    answer: DONE,
  },
} satisfies Partial<CallDocs>;
