import { z } from 'zod';
import { browserChanges, browserReads, serverOnly, type Call } from '../call.js';
import { Done } from '../fields/account-fields.js';
import { Amount, BodyToken, MadeCredential, Ok, oneOf, Pin, Text } from '../fields/http-fields.js';
import { creationOptions, RequestOptions } from '../fields/passkey-options.js';
import { SERVICES } from '../services.js';

/** Maximum amount per payment, in naira, that a customer can allow for a device. */
export const PASSKEY_LIMIT_MAX = 100_000;

const verified = (path: string) => ({ ...browserChanges(path), verifiedEmail: true }) as const;

/**
 * A passkey approves purchases by fingerprint or face instead of the PIN. Adding a device needs the PIN, and
 * sets the maximum amount of a purchase by this device.
 */
export const PASSKEY_CALLS = {
  passkeys: browserReads('/api/passkeys/'),
  beginPasskey: verified('/api/begin_passkey/'),
  addPasskey: verified('/api/add_passkey/'),
  setPasskeyLimit: verified('/api/set_passkey_limit/'),
  removePasskey: browserChanges('/api/remove_passkey/'),
  /**
   * Makes a challenge for one purchase. The purchase must be sent with the same `Idempotency-Key`
   * as this call.
   */
  beginApproval: verified('/api/begin_approval/'),
} as const satisfies Record<string, Call>;

export const PASSKEY_SHAPES = serverOnly(() => {
  const Limit = Amount.refine((kobo) => kobo <= BigInt(PASSKEY_LIMIT_MAX) * 100n, {
    message: `must be at most ${PASSKEY_LIMIT_MAX}`,
  }).meta({ description: 'Naira: what costs more is signed with the PIN. At most 100,000.', example: 5_000 });
  const Id = Text(64).meta({ description: 'The id of a device of the list.', example: 'p1' });

  return {
    passkeys: {
      request: z.object({ access_token: BodyToken }),
      answer: z.object({
        status: Ok,
        available: z.boolean().meta({ example: true }),
        passkeys: z.array(
          z.object({
            id: z.string().meta({ example: 'p1' }),
            device: z.string().meta({ example: 'Mozilla/5.0 (Android 15; Mobile) Firefox/140.0' }),
            enrolled_at: z.string().meta({ example: '2026-03-02T10:15:30+01:00' }),
            limit: z.number().meta({ example: 5000 }),
          }),
        ),
      }),
    },
    beginPasskey: {
      request: z.object({ transaction_pin: Pin, access_token: BodyToken }),
      answer: z.object({
        status: Ok,
        options: creationOptions({ authenticatorAttachment: z.literal('platform') }),
      }),
    },
    addPasskey: {
      request: z.object({
        limit: Limit,
        credential: MadeCredential.meta({
          description: 'What the browser got from the device.',
          example: { id: 'sd2Ya9kq', response: { clientDataJSON: 'eyJ0', attestationObject: 'o2Nm' } },
        }),
        access_token: BodyToken,
      }),
      answer: z.object({ ...Done.shape, id: z.string().meta({ example: 'p1' }) }),
    },
    setPasskeyLimit: {
      request: z.object({ id: Id, limit: Limit, transaction_pin: Pin, access_token: BodyToken }),
      answer: Done,
    },
    removePasskey: { request: z.object({ id: Id, access_token: BodyToken }), answer: Done },
    beginApproval: {
      request: z.object({
        id: Id,
        service: oneOf(SERVICES).meta({ description: 'What is bought.', example: 'airtime' }),
        order: z.record(z.string(), z.unknown(), 'must be an object').meta({
          description: 'The body of the call that buys, without PIN.',
          example: { amount: 1000, network: 1, phone: '08031234567' },
        }),
        price: Amount.meta({ description: 'The price that was shown, naira.', example: 990 }),
        access_token: BodyToken,
      }),
      answer: z.object({
        status: Ok,
        options: RequestOptions,
      }),
    },
  };
});
