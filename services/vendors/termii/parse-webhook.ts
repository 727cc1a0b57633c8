import { fieldsOf } from '../vendor-json.js';

/** Finds our reference in a delivery report. Nothing signs it, so it only makes us ask. */
export function parseTermiiWebhook(hook: unknown): { readonly vendorReference: string } | undefined {
  const { type, reference } = fieldsOf(hook) ?? {};
  return type === 'outbound' && typeof reference === 'string' && /^NL[A-Za-z0-9]{1,24}$/.test(reference)
    ? { vendorReference: reference }
    : undefined;
}
