import type { RequestRequery } from '../purchases/request-requery.js';
import { parseBetWebhook } from '../vendors/bet/parse-webhook.js';
import { parseDisbursementWebhook } from '../vendors/monnify-transfer/parse-webhook.js';
import { parseTermiiWebhook } from '../vendors/termii/parse-webhook.js';
import { parseVtpassWebhook } from '../vendors/vtpass/parse-webhook.js';

type Asks = Pick<RequestRequery, 'byVendorReference'>;

/** What vendors that sign nothing tell unasked makes us ask; what it says is not believed. All of them tell one address. */
export function vendorHints(requery: Asks): (body: Buffer) => Promise<void> {
  return async (body) => {
    const text = body.toString('utf8');
    const hint =
      parseVtpassWebhook(text) ?? parseBetWebhook(jsonOf(text)) ?? parseTermiiWebhook(jsonOf(text));
    if (hint) await requery.byVendorReference(hint.vendorReference);
  };
}

/** News of a bank transfer come with those of payments, signed alike. Called after the signature was checked. */
export async function transferHint(requery: Asks, body: Buffer): Promise<void> {
  const hint = parseDisbursementWebhook(body.toString('utf8'));
  if (hint) await requery.byVendorReference(hint.vendorReference);
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
