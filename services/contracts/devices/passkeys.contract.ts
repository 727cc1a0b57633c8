import { z } from 'zod';
import { browserChanges, browserReads, serverOnly, type Call } from '../call.js';
import { Done } from '../fields/account-fields.js';
import { Amount, BodyToken, MadeCredential, Ok, oneOf, Pin, Text } from '../fields/http-fields.js';
import { creationOptions, RequestOptions } from '../fields/passkey-options.js';
import { SERVICES } from '../services.js';

/** Naira per payment. */
export const PASSKEY_LIMIT_MAX = 100_000;

const verified = (path: string) => ({ ...browserChanges(path), verifiedEmail: true }) as const;

/** Fingerprint or face instead of the PIN. Enrolling a device needs the PIN and sets its own limit. */
export const PASSKEY_CALLS = {
  passkeys: browserReads('/api/passkeys/'),
  beginPasskey: verified('/api/begin_passkey/'),
  addPasskey: verified('/api/add_passkey/'),
  setPasskeyLimit: verified('/api/set_passkey_limit/'),
  removePasskey: browserChanges('/api/remove_passkey/'),
  /** Challenge for one purchase, which is then sent under the same `Idempotency-Key`. */
  beginApproval: verified('/api/begin_approval/'),
} as const satisfies Record<string, Call>;

export const PASSKEY_SHAPES = serverOnly(() => {
  const Limit = Amount.refine((kobo) => kobo <= BigInt(PASSKEY_LIMIT_MAX) * 100n, {
    message: `must be at most ${PASSKEY_LIMIT_MAX}`,
  });
  const Id = Text(64);

  return {
    passkeys: {
      request: z.object({ access_token: BodyToken }),
      answer: z.object({
        status: Ok,
        /** `navigator.credentials` works at this address. */
        available: z.boolean(),
        passkeys: z.array(
          z.object({
            id: z.string(),
            /** Browser name. */
            device: z.string(),
            enrolled_at: z.string(),
            /** Naira. */
            limit: z.number(),
          }),
        ),
      }),
    },
    beginPasskey: {
      request: z.object({ transaction_pin: Pin, access_token: BodyToken }),
      answer: z.object({
        status: Ok,
        /** For `navigator.credentials.create`. */
        options: creationOptions({ authenticatorAttachment: z.literal('platform') }),
      }),
    },
    addPasskey: {
      request: z.object({
        limit: Limit,
        credential: MadeCredential,
        access_token: BodyToken,
      }),
      answer: z.object({ ...Done.shape, id: z.string() }),
    },
    setPasskeyLimit: {
      request: z.object({ id: Id, limit: Limit, transaction_pin: Pin, access_token: BodyToken }),
      answer: Done,
    },
    removePasskey: { request: z.object({ id: Id, access_token: BodyToken }), answer: Done },
    beginApproval: {
      request: z.object({
        /** Of the device. */
        id: Id,
        service: oneOf(SERVICES),
        /** Purchase body without `transaction_pin`. */
        order: z.record(z.string(), z.unknown(), 'must be an object'),
        /** Price on the screen. */
        price: Amount,
        access_token: BodyToken,
      }),
      answer: z.object({
        status: Ok,
        /** For `navigator.credentials.get`. */
        options: RequestOptions,
      }),
    },
  };
});
