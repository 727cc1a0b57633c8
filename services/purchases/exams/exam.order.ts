import type { Kobo } from '../../contracts/money.js';
import type { ExamProduct } from '../../contracts/products.js';
import type { ExamOrder } from '../../vendors/vendor-order.js';

/** `recipient` is the phone, `+234…`. */
export function examOrder(
  product: ExamProduct,
  amount: Kobo,
  { recipient }: Readonly<Record<string, unknown>>,
): ExamOrder | undefined {
  return typeof recipient === 'string' ? { ...product, amount, phone: recipient } : undefined;
}
