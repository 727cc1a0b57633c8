import { z } from 'zod';
import { anybody, serverOnly, type Call } from '../call.js';
import {
  CodeSent,
  DIFFER,
  Done,
  Email,
  newPassword,
  passwordReset,
  same,
  SamePassword,
  TypedPassword,
} from '../fields/account-fields.js';
import { Ok, SignedChallenge, Text } from '../fields/http-fields.js';
import { RequestOptions } from '../fields/passkey-options.js';
import { PERMISSIONS } from './permissions.js';

export { may, PERMISSIONS, type Permission } from './permissions.js';

export const ADMIN_PASSWORD_LENGTH_MIN = 12;

export const ADMINISTRATOR_CALLS = {
  adminLogin: anybody('/api/admin-login/'),
  /** Returns the passkey challenge that a following `adminLogin` in the same browser must answer. */
  beginAdminLogin: anybody('/api/admin-login-begin/'),
  /** `forgotPassword` for administrators. */
  adminForgotPassword: anybody('/api/admin-forgot-password/'),
  adminResetPassword: anybody('/api/admin-reset-password/'),
  adminInvitation: { ...anybody('/api/admin-invitation/'), kind: 'reads' },
  acceptAdminInvitation: anybody('/api/admin-accept-invitation/'),
} as const satisfies Record<string, Call>;

const InvitationToken = serverOnly(() =>
  Text(100).meta({
    description: 'What stands behind the # of the link that was mailed.',
    example: '43 characters of the link',
  }),
);

const CREDENTIALS = serverOnly(() => ({
  username: Text(254).meta({ description: 'The email of the account.', example: 'owner@example.com' }),
  password: TypedPassword.meta({ description: 'Your password.', example: 'correct horse battery' }),
}));

export const ADMINISTRATOR_SHAPES = serverOnly(() => ({
  adminLogin: {
    request: z.object({
      ...CREDENTIALS,
      code: Text(40, 0).nullish().meta({
        description:
          'Of the authenticator app, or a recovery code: wanted when the answer is SECOND_FACTOR_REQUIRED or PASSKEY_OR_CODE_REQUIRED.',
      }),
      passkey: SignedChallenge.nullish().meta({
        description:
          'What a device signed, in place of the code: where the answer is PASSKEY_OR_CODE_REQUIRED.',
      }),
    }),
    answer: z.object({
      status: Ok,
      message: z.string().meta({ example: 'Welcome back.' }),
      token: z.string().meta({ example: 'a token that belongs to this session' }),
      first_name: z.string().meta({ example: 'Ada' }),
      role: z.enum(['admin', 'auditor']).meta({ example: 'admin' }),
      permissions: z.array(z.enum(PERMISSIONS)).meta({ example: ['support'] }),
      /**
       * True when the administrator has no second factor yet. Such an administrator may use only
       * `SECOND_FACTOR_CALLS`.
       */
      must_enrol: z.boolean().meta({ example: false }),
    }),
  },
  beginAdminLogin: {
    request: z.object({ ...CREDENTIALS }),
    answer: z.object({
      status: Ok,
      options: RequestOptions,
    }),
  },
  adminForgotPassword: {
    request: z.object({
      email: Email.meta({ description: 'The email of the account.', example: 'owner@example.com' }),
    }),
    answer: CodeSent,
  },
  adminResetPassword: { request: passwordReset(ADMIN_PASSWORD_LENGTH_MIN), answer: Done },
  adminInvitation: {
    request: z.object({ invitation: InvitationToken }),
    answer: z.object({
      status: Ok,
      first_name: z.string().meta({ example: 'Chidi' }),
      email: z.string().meta({ example: 'chidi@naira.test' }),
      role: z.enum(['admin', 'auditor']).meta({ example: 'admin' }),
      permissions: z.array(z.enum(PERMISSIONS)).meta({ example: ['support'] }),
      expires_at: z.string().meta({ example: '2026-03-05T09:15:30+01:00' }),
    }),
  },
  acceptAdminInvitation: {
    request: z
      .object({
        invitation: InvitationToken,
        password1: newPassword(ADMIN_PASSWORD_LENGTH_MIN),
        password2: SamePassword,
      })
      .refine(same, DIFFER),
    answer: Done,
  },
}));
