import { z } from 'zod';
import { browserChanges, browserReads, serverOnly, type Call } from '../call.js';
import { Done } from '../fields/account-fields.js';
import { Amount, BodyToken, MadeCredential, Ok, oneOf, Pin, Text } from '../fields/http-fields.js';
import { creationOptions, RequestOptions } from '../fields/passkey-options.js';
import { SERVICES } from '../services.js';

/** The most that may be paid at once with fingerprint or face, naira. */
export const PASSKEY_LIMIT_MAX = 100_000;

const verified = (path: string) => ({ ...browserChanges(path), verifiedEmail: true }) as const;

/** Fingerprint or face in place of the PIN. Each device is enrolled with the PIN, for purchases up to an amount of its own. */
export const PASSKEY_CALLS = {
  passkeys: browserReads('/api/passkeys/'),
  beginPasskey: verified('/api/begin_passkey/'),
  addPasskey: verified('/api/add_passkey/'),
  setPasskeyLimit: verified('/api/set_passkey_limit/'),
  removePasskey: browserChanges('/api/remove_passkey/'),
  /** What a device is to sign for one purchase: the one that is sent later under the same Idempotency-Key. */
  beginApproval: verified('/api/begin_approval/'),
} as const satisfies Record<string, Call>;

/** Shapes of PASSKEY_CALLS. */
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
        /** Whether browsers make keys at this address. */
        available: z.boolean(),
        passkeys: z.array(
          z.object({
            id: z.string(),
            /** What the browser said it was. */
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
        /** Of the device that is to sign. */
        id: Id,
        service: oneOf(SERVICES),
        /** The body of the call that buys, without PIN. */
        order: z.record(z.string(), z.unknown(), 'must be an object'),
        /** The price the customer was shown. */
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
