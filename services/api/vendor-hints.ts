import type { RequestRequery } from '../purchases/request-requery.js';
import { parseVtpassWebhook } from '../vendors/vtpass/parse-webhook.js';

/** What VTpass tells unasked makes us ask; what it says is not believed. */
export function vendorHints(requery: RequestRequery): (body: Buffer) => Promise<void> {
  return async (body) => {
    const hint = parseVtpassWebhook(body.toString('utf8'));
    if (hint) await requery.byVendorReference(hint.vendorReference);
  };
}
