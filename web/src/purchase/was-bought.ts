import type { Transaction } from '../api/transactions.api.js';
import { networkOfName } from '../domain/brands/network.js';
import { phoneText } from '../domain/phone.js';
import type { Bought } from '../domain/products.js';

/**
 * What a receipt says of a purchase. Its words name the company, and nothing else does: the same number may have been bought for
 * at two of them.
 */
export const wasBought = (transaction: Transaction): Bought => ({
  recipient: phoneText(transaction.phone_number),
  amount: String(transaction.face_value),
  network: networkOfName(transaction.network),
  provider: '',
  kind: '',
  product: transaction.product,
  paid: transaction.price,
});
