import type { Kobo } from '../../contracts/money.js';
import type { BetProduct } from '../../contracts/products.js';
import type { BetOrder } from '../../vendors/vendor-order.js';

/** `recipient` is the client id. */
export function betOrder(
  product: BetProduct,
  amount: Kobo,
  { recipient }: Readonly<Record<string, unknown>>,
): BetOrder | undefined {
  return typeof recipient === 'string' ? { ...product, amount, clientId: recipient } : undefined;
}
