import { ADAPTER_FAULT, type QueryOutcome, type VendorAdapter } from '../../vendors/vendor-adapter.js';
import type { PurchaseWork } from '../purchase-work.js';

/** When the adapter throws, the outcome is unknown. */
export async function query(
  work: Pick<PurchaseWork, 'logger'>,
  adapter: VendorAdapter,
  asked: Parameters<VendorAdapter['query']>[0],
): Promise<QueryOutcome> {
  try {
    const outcome = await adapter.query(asked);
    if (outcome.outcome === 'notFound' && !adapter.capabilities.queryByClientReference)
      return { outcome: 'unknown', reason: 'not-found-without-client-reference' };
    return outcome;
  } catch (error) {
    work.logger.error({ err: error, vendorReference: asked.vendorReference }, 'a vendor adapter threw');
    return { outcome: 'unknown', reason: ADAPTER_FAULT };
  }
}
