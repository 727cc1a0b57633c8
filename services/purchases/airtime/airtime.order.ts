import type { Kobo } from '../../contracts/money.js';
import type { AirtimeProduct } from '../../contracts/products.js';
import type { AirtimeOrder } from '../../vendors/vendor-order.js';

/** `recipient` is the phone, `+234…`. */
export function airtimeOrder(
  product: AirtimeProduct,
  amount: Kobo,
  { recipient }: Readonly<Record<string, unknown>>,
): AirtimeOrder | undefined {
  return typeof recipient === 'string' ? { ...product, amount, phone: recipient } : undefined;
}
