import { fieldsOf } from '../vendor-json.js';

/** Finds our reference in news of an order. Nothing signs it, so it only makes us ask. */
export function parseBetWebhook(hook: unknown): { readonly vendorReference: string } | undefined {
  const { request_id: reference, order_id: order } = fieldsOf(hook) ?? {};
  return order !== undefined && typeof reference === 'string' && /^NL[A-Za-z0-9]{1,24}$/.test(reference)
    ? { vendorReference: reference }
    : undefined;
}
