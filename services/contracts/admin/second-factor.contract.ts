import { z } from 'zod';
import { adminOwn, adminReads, serverOnly, type Call } from '../call.js';
import { Done } from '../fields/account-fields.js';
import { BodyToken, Bounded, MadeCredential, Ok, Text } from '../fields/http-fields.js';
import { creationOptions } from '../fields/passkey-options.js';

/** Characters of what an administrator calls a device. */
export const DEVICE_NAME_MAX = 40;

/** The code of an authenticator app beside the password of an administrator, and the devices that may take its place. */
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

/** Shapes of SECOND_FACTOR_CALLS. */
export const SECOND_FACTOR_SHAPES = serverOnly(() => {
  const password = Text(1_024);
  /** Six digits, or a recovery code. */
  const code = Text(40);
  const Id = Text(64);
  /** What its owner calls a device. */
  const Name = Text(DEVICE_NAME_MAX);
  /** As the start answered it. */
  const Enrolment = Bounded(2_000).regex(/^[A-Za-z0-9+/=]+$/, 'must be what the start answered');
  return {
    secondFactor: {
      request: z.object({ grabToken: BodyToken }),
      answer: z.object({
        status: Ok,
        on: z.boolean(),
        /** Whether nobody may work without one. */
        required: z.boolean(),
        /** ISO 8601 with +01:00; empty while it is off. */
        since: z.string(),
        recovery_codes_left: z.number(),
        /** Whether browsers make keys at this address. */
        passkeys_available: z.boolean(),
        passkeys: z.array(
          z.object({
            id: z.string(),
            name: z.string(),
            /** What the browser said it was. */
            device: z.string(),
            /** ISO 8601 with +01:00. */
            added_at: z.string(),
            /** The same; empty while it has signed nobody in. */
            used_at: z.string(),
          }),
        ),
      }),
    },
    startSecondFactor: {
      /** The code of the one there is, where there is one. */
      request: z.object({ password, code: Text(40, 0).nullish(), grabToken: BodyToken }),
      answer: z.object({
        status: Ok,
        /** Base 32, for who types it. */
        secret: z.string(),
        /** `otpauth://totp/…`, for the QR code. */
        uri: z.string(),
        /** To be sent back with the first code, within 15 minutes. */
        enrolment: z.string(),
      }),
    },
    confirmSecondFactor: {
      request: z.object({ enrolment: Enrolment, code, grabToken: BodyToken }),
      /** Shown this once. */
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
        /** For `navigator.credentials.create`. Security keys are as welcome as the device itself. */
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
