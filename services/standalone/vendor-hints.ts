import type { JobQueue } from '../../infra/queue/job-queue.js';
import { PurchaseStreams } from '../purchases/purchase.streams.js';
import { RequestRequery } from '../purchases/request-requery.js';
import { parseVtpassWebhook } from '../vendors/vtpass/parse-webhook.js';
import type { OpenLedger } from './open-ledger.js';

/** What VTpass tells unasked makes us ask; what it says is not believed. */
export function vendorHints(ledger: OpenLedger, jobs: JobQueue): (body: Buffer) => Promise<void> {
  const requery = new RequestRequery(ledger.get(PurchaseStreams), jobs);
  return async (body) => {
    const hint = parseVtpassWebhook(body.toString('utf8'));
    if (hint) await requery.byVendorReference(hint.vendorReference);
  };
}
