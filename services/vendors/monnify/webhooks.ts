import { createHmac, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import { ownEntry } from '../../contracts/own-entry.js';
import { fieldsOf } from '../vendor-json.js';

const HEX_LENGTH = 128;

export const MONNIFY_SIGNATURE_HEADER = 'monnify-signature';

/** HMAC-SHA512 of the raw body under `MONNIFY_SECRET_KEY`, as lower-case hex. */
export const monnifySignature = (rawBody: Buffer, secretKey: string): string =>
  createHmac('sha512', secretKey).update(rawBody).digest('hex');

/** Compares in constant time. A missing or malformed signature is wrong. */
export function isMonnifySignature(shown: string | undefined, rawBody: Buffer, secretKey: string): boolean {
  if (shown?.length !== HEX_LENGTH) return false;
  const expected = Buffer.from(monnifySignature(rawBody, secretKey), 'latin1');
  const given = Buffer.from(shown.toLowerCase(), 'latin1');
  return given.length === expected.length && timingSafeEqual(given, expected);
}

/**
 * Only the reference of a webhook is used. A query to Monnify gets the rest, as does a webhook with another
 * `amountPaid`.
 */
export const PaymentWebhook = z.object({
  eventType: z.string(),
  eventData: z.object({ transactionReference: z.string().min(1).max(128), amountPaid: z.unknown() }),
});

/** Formats of texts that may be stored. A text in any other format might name a person. */
const WRITTEN = {
  word: /^[A-Z][A-Z_]{0,39}$/,
  reference: /^(?=.*\d)[\w|.-]{1,128}$/,
  amount: /^\d{1,12}(\.\d{1,8})?$/,
  /** `2021-11-17 11:28:42.615`, `17/11/2021 3:48:10 PM` or ISO 8601. */
  time: /^\d{1,4}([-/])\d{1,2}\1\d{1,4}[ T][\d:.]{4,15}( ?[AP]M|Z|[+-]\d{2}:?\d{2})?$/,
} as const;

/** Fields of a webhook without personal data, by format. */
const FACTS: Readonly<Record<string, keyof typeof WRITTEN>> = {
  transactionReference: 'reference',
  paymentReference: 'reference',
  reference: 'reference',
  refundReference: 'reference',
  settlementReference: 'reference',
  amount: 'amount',
  amountPaid: 'amount',
  totalPayable: 'amount',
  settlementAmount: 'amount',
  refundAmount: 'amount',
  fee: 'amount',
  paidOn: 'time',
  createdOn: 'time',
  completedOn: 'time',
  settlementTime: 'time',
  currency: 'word',
  paymentMethod: 'word',
  paymentStatus: 'word',
  refundStatus: 'word',
  status: 'word',
};

/**
 * Fields of a webhook that may be stored. Leaves out personal data, because an erasure cannot reach
 * unencrypted data.
 */
export function factsOfWebhook(webhook: unknown): Readonly<Record<string, string>> {
  const { eventType, eventData } = fieldsOf(webhook) ?? {};
  const said = fieldsOf(eventData) ?? {};
  const product = fieldsOf(said['product']) ?? {};
  return Object.fromEntries(
    [
      fact('eventType', eventType, 'word'),
      fact('accountReference', product['reference'], 'reference'),
      fact('accountType', product['type'], 'word'),
      ...Object.entries(FACTS).map(([name, kind]) => fact(name, ownEntry(said, name), kind)),
    ].flat(),
  );
}

/** Field of a webhook; empty when `value` does not have the format `kind`. */
function fact(name: string, value: unknown, kind: keyof typeof WRITTEN): [string, string][] {
  const text = typeof value === 'number' ? String(value) : value;
  return typeof text === 'string' && WRITTEN[kind].test(text) ? [[name, text]] : [];
}

/** Reads a webhook about a transfer. Although the webhook is signed, only a `query` gives the outcome. */
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
