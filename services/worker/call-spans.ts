import type { VendorCall } from '../purchases/purchase-work.js';
import { attemptSpan, type PurchaseTrace } from '../telemetry/purchase-trace.js';

/** Draws each call of a vendor as a part of the attempt it was made for. */
export const callSpans =
  (spans: PurchaseTrace) =>
  ({ purchaseId, attempt, vendor, kind, startedAt, endedAt, outcome }: VendorCall): void =>
    spans.record({
      purchaseId,
      name: `vendor ${kind}`,
      which: `${attempt}/${startedAt}`,
      within: attemptSpan(attempt),
      kind: 'client',
      ...{ startedAt, endedAt },
      attributes: { 'vendor.code': vendor, 'vendor.outcome': outcome },
    });
