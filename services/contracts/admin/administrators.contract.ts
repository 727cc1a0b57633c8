import { z } from 'zod';
import { anybody, serverOnly, type Call } from '../call.js';
import { CodeSent, DIFFER, Done, Email, newPassword, passwordReset, same } from '../fields/account-fields.js';
import { Ok, SignedChallenge, Text } from '../fields/http-fields.js';
import { RequestOptions } from '../fields/passkey-options.js';
import { PERMISSIONS } from './permissions.js';

export { may, PERMISSIONS, type Permission } from './permissions.js';

/** Characters of an administrator's or auditor's password. */
export const ADMIN_PASSWORD_LENGTH_MIN = 12;

export const ADMINISTRATOR_CALLS = {
  adminLogin: anybody('/api/admin-login/'),
  /** What a device is to sign in place of the code: for the login that follows from the same browser. */
  beginAdminLogin: anybody('/api/admin-login-begin/'),
  /** As `forgotPassword`, for whoever signs in at the door of administrators. */
  adminForgotPassword: anybody('/api/admin-forgot-password/'),
  adminResetPassword: anybody('/api/admin-reset-password/'),
  /** What a link that was mailed offers, and taking it. */
  adminInvitation: { ...anybody('/api/admin-invitation/'), kind: 'reads' },
  acceptAdminInvitation: anybody('/api/admin-accept-invitation/'),
} as const satisfies Record<string, Call>;

/** Whatever stands behind the # of the link. */
const InvitationToken = serverOnly(() => Text(100));

/** Shapes of ADMINISTRATOR_CALLS. */
export const ADMINISTRATOR_SHAPES = serverOnly(() => ({
  adminLogin: {
    request: z.object({
      username: Text(254),
      password: Text(1_024),
      /** Of the authenticator app, or a recovery code: asked for with SECOND_FACTOR_REQUIRED. */
      code: Text(40, 0).nullish(),
      /** In place of the code, once PASSKEY_OR_CODE_REQUIRED asked for either. */
      passkey: SignedChallenge.nullish(),
    }),
    answer: z.object({
      status: Ok,
      message: z.string(),
      token: z.string(),
      first_name: z.string(),
      role: z.enum(['admin', 'auditor']),
      permissions: z.array(z.enum(PERMISSIONS)),
      /** Nothing may be done before a second factor is set up. */
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
