import { z } from 'zod';
import { adminOwn, adminReads, serverOnly, type Call } from '../call.js';
import { Done, TypedPassword } from '../fields/account-fields.js';
import { BodyToken, Bounded, MadeCredential, Ok, SignedChallenge, Text } from '../fields/http-fields.js';
import { creationOptions, RequestOptions } from '../fields/passkey-options.js';

export const DEVICE_NAME_MAX = 40;

export const SECOND_FACTOR_CALLS = {
  secondFactor: adminReads('/api/admin-second-factor/'),
  startSecondFactor: adminOwn('/api/admin-second-factor-start/'),
  confirmSecondFactor: adminOwn('/api/admin-second-factor-confirm/'),
  removeSecondFactor: adminOwn('/api/admin-second-factor-off/'),
  beginAdminPasskey: adminOwn('/api/admin-passkey-begin/'),
  addAdminPasskey: adminOwn('/api/admin-passkey-add/'),
  nameAdminPasskey: adminOwn('/api/admin-passkey-name/'),
  removeAdminPasskey: adminOwn('/api/admin-passkey-remove/'),
  /** Confirms the person's identity again. Needed after `STEP_UP_REQUIRED`. */
  proveAgain: adminOwn('/api/admin-prove-again/'),
  /** Returns a passkey challenge for a following `proveAgain` of the same session. */
  beginProveAgain: adminOwn('/api/admin-prove-again-begin/'),
} as const satisfies Record<string, Call>;

export const SECOND_FACTOR_SHAPES = serverOnly(() => {
  const password = TypedPassword.meta({ description: 'Your password.', example: 'correct horse battery' });
  const code = Text(40).meta({
    description: 'Six digits of your authenticator app, or a recovery code. Each works once.',
    example: '123456',
  });
  const Id = Text(64).meta({ description: 'The id of a device of the list.', example: 'p1' });
  const Name = Text(DEVICE_NAME_MAX).meta({
    description: `What you call it, at most ${DEVICE_NAME_MAX} characters.`,
    example: 'Work laptop',
  });
  const Enrolment = Bounded(2_000)
    .regex(/^[A-Za-z0-9+/=]+$/, 'must be what the start answered')
    .meta({ description: 'As the beginning answered it.', example: 'bm90IGEgcmVhbCBvbmU=' });
  return {
    secondFactor: {
      request: z.object({ grabToken: BodyToken }),
      answer: z.object({
        status: Ok,
        on: z.boolean().meta({ example: true }),
        required: z.boolean().meta({ example: false }),
        /**
         * Time (ISO 8601) at which the second factor was set up. Empty when there is no second
         * factor.
         */
        since: z.string().meta({ example: '2026-03-02T10:15:30.000+01:00' }),
        recovery_codes_left: z.number().meta({ example: 10 }),
        /** True when passkeys can be used on this site, so that `navigator.credentials` works. */
        passkeys_available: z.boolean().meta({ example: true }),
        passkeys: z.array(
          z.object({
            id: z.string().meta({ example: 'p1' }),
            name: z.string().meta({ example: 'Work laptop' }),
            device: z.string().meta({ example: 'Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0' }),
            added_at: z.string().meta({ example: '2026-03-02T10:20:30.000+01:00' }),
            used_at: z.string().meta({ example: '' }),
          }),
        ),
      }),
    },
    startSecondFactor: {
      /** `code` comes from the present second factor. Absent for a person without a second factor. */
      request: z.object({
        password,
        code: Text(40, 0).nullish().meta({
          description: 'Six digits of your authenticator app, or a recovery code. Each works once.',
        }),
        grabToken: BodyToken,
      }),
      answer: z.object({
        status: Ok,
        secret: z.string().meta({ example: 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP' }),
        uri: z.string().meta({
          example:
            'otpauth://totp/Naira%20Ledger:owner%40example.com?secret=JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP',
        }),
        /**
         * Encrypted data of the new second factor. `confirmSecondFactor` must send this text within
         * 15 minutes.
         */
        enrolment: z.string().meta({ example: 'bm90IGEgcmVhbCBvbmU=' }),
      }),
    },
    confirmSecondFactor: {
      request: z.object({
        enrolment: Enrolment,
        code: Text(40).meta({ description: 'Six digits of the authenticator app.', example: '123456' }),
        grabToken: BodyToken,
      }),
      /** Only this answer contains the recovery codes, which cannot be shown again later. */
      answer: z.object({
        status: Ok,
        message: z.string(),
        recovery_codes: z.array(z.string()).meta({ example: ['9k2d-77hq-x0am'] }),
      }),
    },
    removeSecondFactor: {
      request: z.object({ password, code, grabToken: BodyToken }),
      answer: Done,
    },
    beginAdminPasskey: {
      request: z.object({ password, code, grabToken: BodyToken }),
      answer: z.object({
        status: Ok,
        /** Options for creating a passkey on a security key or on a device with a built-in authenticator. */
        options: creationOptions({}),
      }),
    },
    addAdminPasskey: {
      request: z.object({
        name: Name,
        credential: MadeCredential.meta({
          description: 'What the browser got from the device.',
          example: { id: 'sd2Ya9kq', response: { clientDataJSON: 'eyJ0', attestationObject: 'o2Nm' } },
        }),
        grabToken: BodyToken,
      }),
      answer: Done.extend({ id: z.string().meta({ example: 'p1' }) }),
    },
    nameAdminPasskey: { request: z.object({ id: Id, name: Name, grabToken: BodyToken }), answer: Done },
    removeAdminPasskey: { request: z.object({ id: Id, grabToken: BodyToken }), answer: Done },
    proveAgain: {
      request: z.object({
        password: TypedPassword.nullish().meta({
          description: 'Your password: where you have no second factor.',
          example: 'correct horse battery',
        }),
        code: Text(40, 0).nullish().meta({
          description: 'Six digits of your authenticator app, or a recovery code. Each works once.',
          example: '123456',
        }),
        passkey: SignedChallenge.nullish().meta({
          description: 'What a device signed, in place of the code.',
        }),
        grabToken: BodyToken,
      }),
      answer: Done,
    },
    beginProveAgain: {
      request: z.object({ grabToken: BodyToken }),
      answer: z.object({ status: Ok, options: RequestOptions }),
    },
  };
});
