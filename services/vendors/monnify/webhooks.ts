import { createHmac, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import { fieldsOf } from '../vendor-json.js';

const HEX_LENGTH = 128;

/** The header that a webhook is signed in. */
export const MONNIFY_SIGNATURE_HEADER = 'monnify-signature';

/** What stands in it: HMAC-SHA512 of the body under the client secret, lower-case hex, over the bytes as they came. */
export const monnifySignature = (rawBody: Buffer, secretKey: string): string =>
  createHmac('sha512', secretKey).update(rawBody).digest('hex');

/** Compares in constant time. A missing or misshapen signature is a wrong one. */
export function isMonnifySignature(shown: string | undefined, rawBody: Buffer, secretKey: string): boolean {
  if (shown?.length !== HEX_LENGTH) return false;
  const expected = Buffer.from(monnifySignature(rawBody, secretKey), 'latin1');
  const given = Buffer.from(shown.toLowerCase(), 'latin1');
  return given.length === expected.length && timingSafeEqual(given, expected);
}

/** What is read from a webhook about a payment: which one. Everything else is asked for. */
export const PaymentWebhook = z.object({
  eventType: z.string(),
  eventData: z.object({ transactionReference: z.string().min(1).max(128) }),
});

/** Finds our reference in news of a transfer. The signature was checked; what it says is asked for all the same. */
export function parseDisbursementWebhook(body: string): { readonly vendorReference: string } | undefined {
  let hook: unknown;
  try {
    hook = JSON.parse(body);
  } catch {
    return undefined;
  }
  const { eventType, eventData } = fieldsOf(hook) ?? {};
  if (typeof eventType !== 'string' || !/^[A-Z]{3,20}_DISBURSEMENT$/.test(eventType)) return undefined;
  const reference = fieldsOf(eventData)?.['reference'];
  return typeof reference === 'string' && /^NL[A-Za-z0-9]{1,24}$/.test(reference)
    ? { vendorReference: reference }
    : undefined;
}
