import { z } from 'zod';
import { ownEntry } from '../../contracts/own-entry.js';
import type { ProviderWebhook } from '../payment-provider.js';
import { koboOfPayment } from '../provider-amount.js';
import { fieldsOf } from '../vendor-json.js';
import { type FactKind, webhookFact } from '../webhook-facts.js';
import { signedJson } from '../webhook-signature.js';

export const MONNIFY_SIGNATURE_HEADER = 'monnify-signature';

/**
 * Fields of a webhook about a payment. `amountPaid` is not checked, because only amounts from a
 * query to Monnify are credited.
 */
const PaymentWebhook = z.object({
  eventType: z.string(),
  eventData: z.object({ transactionReference: z.string().trim().min(1).max(128), amountPaid: z.unknown() }),
});

/** Returns undefined when the signature is wrong. */
export function readMonnifyWebhook(
  rawBody: Buffer,
  signature: string | undefined,
  secretKey: string,
): ProviderWebhook | undefined {
  const signed = signedJson(rawBody, signature, secretKey);
  if (!signed) return undefined;
  const facts = factsOfWebhook(signed.json);
  const webhook = PaymentWebhook.safeParse(signed.json);
  if (!webhook.success) return { facts, payment: 'unreadable' };
  const { eventType, eventData } = webhook.data;
  if (eventType !== 'SUCCESSFUL_TRANSACTION') return { facts, payment: undefined };
  const { transactionReference, amountPaid } = eventData;
  return { facts, payment: { transactionReference, said: koboOfPayment(amountPaid) } };
}

/** Formats of the webhook fields that contain no personal data. */
const FACTS: Readonly<Record<string, FactKind>> = {
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
 * Fields of a webhook that may be stored. Leaves out personal data, because stored webhooks are not deleted
 * when a customer is erased.
 */
function factsOfWebhook(webhook: unknown): Readonly<Record<string, string>> {
  const { eventType, eventData } = fieldsOf(webhook) ?? {};
  const said = fieldsOf(eventData) ?? {};
  const product = fieldsOf(said['product']) ?? {};
  return Object.fromEntries(
    [
      webhookFact('eventType', eventType, 'word'),
      webhookFact('accountReference', product['reference'], 'reference'),
      webhookFact('accountType', product['type'], 'word'),
      ...Object.entries(FACTS).map(([name, kind]) => webhookFact(name, ownEntry(said, name), kind)),
    ].flat(),
  );
}

/** Reads a webhook about a transfer. The webhook is signed, but only a `query` decides the outcome. */
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
