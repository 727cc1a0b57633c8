import type { Kobo } from '../../contracts/money.js';
import type { SmsProduct } from '../../contracts/products.js';
import type { SmsOrder } from '../../vendors/vendor-order.js';

/** `recipients` are the phones, `+234…`. */
export function smsOrder(
  { service, pages }: SmsProduct,
  amount: Kobo,
  { recipients, senderId, body }: Readonly<Record<string, unknown>>,
): SmsOrder | undefined {
  if (!Array.isArray(recipients) || typeof senderId !== 'string' || typeof body !== 'string')
    return undefined;
  return { service, pages, amount, senderId, body, recipients: recipients as string[] };
}
