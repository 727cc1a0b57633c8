import { z } from 'zod';
import { ownEntry } from '../../contracts/own-entry.js';
import type { ProviderWebhook } from '../payment-provider.js';
import { koboOfMinorUnits } from '../provider-amount.js';
import { fieldsOf } from '../vendor-json.js';
import { type FactKind, webhookFact } from '../webhook-facts.js';
import { signedJson } from '../webhook-signature.js';
import { ACCOUNT_CHANNEL } from './read-payment.js';

export const PAYSTACK_SIGNATURE_HEADER = 'x-paystack-signature';

/**
 * Fields of a webhook about a payment. `amount` is not checked, because only amounts from a query
 * to Paystack are credited.
 */
const ChargeWebhook = z.object({
  event: z.string(),
  data: z.object({ reference: z.string().trim().min(1).max(128), amount: z.unknown(), channel: z.unknown() }),
});

const FACTS: Readonly<Record<string, FactKind>> = {
  reference: 'reference',
  amount: 'amount',
  fees: 'amount',
  paid_at: 'time',
  created_at: 'time',
  currency: 'word',
  status: 'lowerWord',
  channel: 'lowerWord',
};

/** Returns undefined when the signature is wrong. */
export function readPaystackWebhook(
  rawBody: Buffer,
  signature: string | undefined,
  secretKey: string,
): ProviderWebhook | undefined {
  const signed = signedJson(rawBody, signature, secretKey);
  if (!signed) return undefined;
  const facts = factsOf(signed.json);
  const webhook = ChargeWebhook.safeParse(signed.json);
  if (!webhook.success) return { facts, payment: 'unreadable' };
  const { event, data } = webhook.data;
  const isElsewhere = typeof data.channel === 'string' && data.channel !== ACCOUNT_CHANNEL;
  if (event !== 'charge.success' || isElsewhere) return { facts, payment: undefined };
  return {
    facts,
    payment: { transactionReference: data.reference, said: koboOfMinorUnits(data.amount) },
  };
}

function factsOf(webhook: unknown): Readonly<Record<string, string>> {
  const { event, data } = fieldsOf(webhook) ?? {};
  const said = fieldsOf(data) ?? {};
  const customer = fieldsOf(said['customer']) ?? {};
  return Object.fromEntries(
    [
      webhookFact('event', event, 'lowerWord'),
      webhookFact('customerCode', customer['customer_code'], 'reference'),
      ...Object.entries(FACTS).map(([name, kind]) => webhookFact(name, ownEntry(said, name), kind)),
    ].flat(),
  );
}
