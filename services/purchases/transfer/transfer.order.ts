import type { Kobo } from '../../contracts/money.js';
import type { TransferProduct } from '../../contracts/products.js';
import type { TransferOrder } from '../../vendors/vendor-order.js';

/** `recipient` is the account number; the name is the one the bank told. */
export function transferOrder(
  product: TransferProduct,
  amount: Kobo,
  { recipient, accountName, narration }: Readonly<Record<string, unknown>>,
): TransferOrder | undefined {
  if (typeof recipient !== 'string' || typeof accountName !== 'string' || typeof narration !== 'string')
    return undefined;
  return { ...product, amount, accountNumber: recipient, accountName, narration };
}
