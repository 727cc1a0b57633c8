import { z } from 'zod';
import { adminOwn, adminReads, serverOnly, type Call } from '../call.js';
import { BodyToken, Bounded, Ok, Text } from '../fields/http-fields.js';

/** The code of an authenticator app beside the password of an administrator. */
export const SECOND_FACTOR_CALLS = {
  secondFactor: adminReads('/api/admin-second-factor/'),
  startSecondFactor: adminOwn('/api/admin-second-factor-start/'),
  confirmSecondFactor: adminOwn('/api/admin-second-factor-confirm/'),
  removeSecondFactor: adminOwn('/api/admin-second-factor-off/'),
} as const satisfies Record<string, Call>;

/** Shapes of SECOND_FACTOR_CALLS. */
export const SECOND_FACTOR_SHAPES = serverOnly(() => {
  const password = Text(1_024);
  /** Six digits, or a recovery code. */
  const code = Text(40);
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
  };
});
