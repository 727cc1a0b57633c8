import type { Kobo } from '../../contracts/money.js';
import type { CableProduct } from '../../contracts/products.js';
import type { CableOrder } from '../../vendors/vendor-order.js';

/** `recipient` is the smartcard, `phone` the customer's own. */
export function cableOrder(
  product: CableProduct,
  amount: Kobo,
  { recipient, phone }: Readonly<Record<string, unknown>>,
): CableOrder | undefined {
  if (typeof recipient !== 'string' || typeof phone !== 'string') return undefined;
  return { ...product, amount, iuc: recipient, phone };
}
