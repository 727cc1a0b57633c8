import { z } from 'zod';
import { anybody, serverOnly, type Call } from '../call.js';
import { CodeSent, DIFFER, Done, Email, newPassword, passwordReset, same } from '../fields/account-fields.js';
import { Ok, SignedChallenge, Text } from '../fields/http-fields.js';
import { RequestOptions } from '../fields/passkey-options.js';
import { PERMISSIONS } from './permissions.js';

export { may, PERMISSIONS, type Permission } from './permissions.js';

export const ADMIN_PASSWORD_LENGTH_MIN = 12;

export const ADMINISTRATOR_CALLS = {
  adminLogin: anybody('/api/admin-login/'),
  /** Passkey challenge for `adminLogin` in the same browser. */
  beginAdminLogin: anybody('/api/admin-login-begin/'),
  /** Like `forgotPassword`, for administrators. */
  adminForgotPassword: anybody('/api/admin-forgot-password/'),
  adminResetPassword: anybody('/api/admin-reset-password/'),
  adminInvitation: { ...anybody('/api/admin-invitation/'), kind: 'reads' },
  acceptAdminInvitation: anybody('/api/admin-accept-invitation/'),
} as const satisfies Record<string, Call>;

/** Text after the `#` of the link. */
const InvitationToken = serverOnly(() => Text(100));

export const ADMINISTRATOR_SHAPES = serverOnly(() => ({
  adminLogin: {
    request: z.object({
      username: Text(254),
      password: Text(1_024),
      /** Authenticator or recovery code, requested by `SECOND_FACTOR_REQUIRED`. */
      code: Text(40, 0).nullish(),
      /** Replaces `code` after `PASSKEY_OR_CODE_REQUIRED`. */
      passkey: SignedChallenge.nullish(),
    }),
    answer: z.object({
      status: Ok,
      message: z.string(),
      token: z.string(),
      first_name: z.string(),
      role: z.enum(['admin', 'auditor']),
      permissions: z.array(z.enum(PERMISSIONS)),
      /** Only `SECOND_FACTOR_CALLS` are allowed until a second factor is set up. */
      must_enrol: z.boolean(),
    }),
  },
  beginAdminLogin: {
    request: z.object({ username: Text(254), password: Text(1_024) }),
    answer: z.object({
      status: Ok,
      /** For `navigator.credentials.get`. */
      options: RequestOptions,
    }),
  },
  adminForgotPassword: { request: z.object({ email: Email }), answer: CodeSent },
  adminResetPassword: { request: passwordReset(ADMIN_PASSWORD_LENGTH_MIN), answer: Done },
  adminInvitation: {
    request: z.object({ invitation: InvitationToken }),
    answer: z.object({
      status: Ok,
      first_name: z.string(),
      email: z.string(),
      role: z.enum(['admin', 'auditor']),
      permissions: z.array(z.enum(PERMISSIONS)),
      /** ISO 8601 with +01:00. */
      expires_at: z.string(),
    }),
  },
  acceptAdminInvitation: {
    request: z
      .object({
        invitation: InvitationToken,
        password1: newPassword(ADMIN_PASSWORD_LENGTH_MIN),
        password2: Text(1_024),
      })
      .refine(same, DIFFER),
    answer: Done,
  },
}));
