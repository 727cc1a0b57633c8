import type { EventStore } from '../../infra/event-store/event-store.js';
import { PAYMENT_PROVIDERS } from '../contracts/admin/money-desk.contract.js';
import type { Kobo } from '../contracts/money.js';
import { newestInWallet } from './chargebacks/disputed-payment.js';
import type { PaymentName } from './unmatched.js';

/**
 * `likelyPayment` searches this many milliseconds back, because bank statement lines are booked some days after
 * the transfer.
 */
const LIKELY_WITHIN_MS = 7 * 24 * 3_600_000;

/**
 * Newest payment of the same amount that a provider brought into the wallet. A manual credit of this amount may
 * be the same money.
 */
export async function likelyPayment(
  eventStore: Pick<EventStore, 'readStream'>,
  userId: string,
  amount: Kobo,
  now: Date,
): Promise<PaymentName | undefined> {
  const since = now.getTime() - LIKELY_WITHIN_MS;
  const found = await newestInWallet(eventStore, userId, ({ type, data, at }) => {
    if (Date.parse(at) < since) return 'none';
    if (type !== 'WalletFunded' || !Object.hasOwn(PAYMENT_PROVIDERS, data.provider)) return undefined;
    if (BigInt(data.paid) !== amount && BigInt(data.credited) !== amount) return undefined;
    const { provider, transactionReference } = data;
    return { provider, transactionReference };
  });
  return found === 'none' ? undefined : found;
}
