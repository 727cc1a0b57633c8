import { fieldsOf } from '../vendor-json.js';

/** Finds our reference in news of a transfer. The signature was checked; what it says is asked for all the same. */
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
