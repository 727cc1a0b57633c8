import type { Kobo } from '../../contracts/money.js';
import type { DataProduct } from '../../contracts/products.js';
import type { DataOrder } from '../../vendors/vendor-order.js';

/** `recipient` is the phone, `+234…`. */
export function dataOrder(
  product: DataProduct,
  amount: Kobo,
  { recipient }: Readonly<Record<string, unknown>>,
): DataOrder | undefined {
  return typeof recipient === 'string' ? { ...product, amount, phone: recipient } : undefined;
}
