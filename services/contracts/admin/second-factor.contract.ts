import { z } from 'zod';
import { adminOwn, adminReads, serverOnly, type Call } from '../call.js';
import { Done } from '../fields/account-fields.js';
import { BodyToken, Bounded, MadeCredential, Ok, Text } from '../fields/http-fields.js';
import { creationOptions } from '../fields/passkey-options.js';

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
} as const satisfies Record<string, Call>;

export const SECOND_FACTOR_SHAPES = serverOnly(() => {
  const password = Text(1_024);
  /** Six digits, or a recovery code. */
  const code = Text(40);
  const Id = Text(64);
  const Name = Text(DEVICE_NAME_MAX);
  /** From the answer of `startSecondFactor`. */
  const Enrolment = Bounded(2_000).regex(/^[A-Za-z0-9+/=]+$/, 'must be what the start answered');
  return {
    secondFactor: {
      request: z.object({ grabToken: BodyToken }),
      answer: z.object({
        status: Ok,
        on: z.boolean(),
        required: z.boolean(),
        /** ISO 8601 with +01:00; empty while off. */
        since: z.string(),
        recovery_codes_left: z.number(),
        /** `navigator.credentials` works at this address. */
        passkeys_available: z.boolean(),
        passkeys: z.array(
          z.object({
            id: z.string(),
            name: z.string(),
            /** Browser name. */
            device: z.string(),
            /** ISO 8601 with +01:00. */
            added_at: z.string(),
            /** Empty before first use. */
            used_at: z.string(),
          }),
        ),
      }),
    },
    startSecondFactor: {
      /** `code` of the current factor, if there is one. */
      request: z.object({ password, code: Text(40, 0).nullish(), grabToken: BodyToken }),
      answer: z.object({
        status: Ok,
        /** Base 32, for typing. */
        secret: z.string(),
        /** `otpauth://totp/…`, for the QR code. */
        uri: z.string(),
        /** Valid for 15 minutes. */
        enrolment: z.string(),
      }),
    },
    confirmSecondFactor: {
      request: z.object({ enrolment: Enrolment, code, grabToken: BodyToken }),
      /** `recovery_codes` are shown only here. */
      answer: z.object({ status: Ok, message: z.string(), recovery_codes: z.array(z.string()) }),
    },
    removeSecondFactor: {
      request: z.object({ password, code, grabToken: BodyToken }),
      answer: z.object({ status: Ok, message: z.string() }),
    },
    beginAdminPasskey: {
      request: z.object({ password, code, grabToken: BodyToken }),
      answer: z.object({
        status: Ok,
        /** For `navigator.credentials.create`; accepts security keys and platform devices. */
        options: creationOptions({}),
      }),
    },
    addAdminPasskey: {
      request: z.object({ name: Name, credential: MadeCredential, grabToken: BodyToken }),
      answer: Done.extend({ id: z.string() }),
    },
    nameAdminPasskey: { request: z.object({ id: Id, name: Name, grabToken: BodyToken }), answer: Done },
    removeAdminPasskey: { request: z.object({ id: Id, grabToken: BodyToken }), answer: Done },
  };
});
