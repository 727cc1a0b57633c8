import { parseJson } from './read-answer.js';

/**
 * Finds our reference in a VTpass webhook (`{ type: 'transaction-update', data }`, data shaped like a requery).
 * VTpass signs nothing, so the rest of the body is worth nothing: whoever calls this asks the vendor.
 */
export function parseVtpassWebhook(body: string): { readonly vendorReference: string } | undefined {
  const hook = parseJson(body);
  if (!isFields(hook) || hook['type'] !== 'transaction-update' || !isFields(hook['data'])) return undefined;
  const reference = hook['data']['requestId'] ?? hook['data']['request_id'];
  return typeof reference === 'string' && /^\d{12}[A-Za-z0-9]{0,24}$/.test(reference)
    ? { vendorReference: reference }
    : undefined;
}

const isFields = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;
