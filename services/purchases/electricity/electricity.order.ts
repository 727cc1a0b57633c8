import type { Kobo } from '../../contracts/money.js';
import type { ElectricityProduct } from '../../contracts/products.js';
import type { ElectricityOrder } from '../../vendors/vendor-order.js';

/** `recipient` is the meter, `phone` where the token is told. */
export function electricityOrder(
  product: ElectricityProduct,
  amount: Kobo,
  { recipient, phone }: Readonly<Record<string, unknown>>,
): ElectricityOrder | undefined {
  if (typeof recipient !== 'string' || typeof phone !== 'string') return undefined;
  return { ...product, amount, meter: recipient, phone };
}
