import type { Kobo } from '../contracts/money.js';
import type { ProviderTransaction } from '../vendors/payment-provider.js';

/** What one answer of the provider means for us. */
export type Verdict =
  | { readonly verdict: 'paid'; readonly paid: Kobo; readonly settled: Kobo }
  | { readonly verdict: 'rejected'; readonly reason: string }
  | { readonly verdict: 'wait' };

const ENDED_UNPAID = new Set(['FAILED', 'EXPIRED', 'CANCELLED', 'REVERSED', 'ABANDONED']);
/** A payment the provider told us of and then does not know is asked for this long. */
const NOT_FOUND_FOR_MS = 24 * 3_600_000;

/** Only PAID naira is money. What is neither paid nor ended is asked for again, and so is what names no currency. */
export function judge(transaction: ProviderTransaction | undefined, ageMs: number): Verdict {
  if (!transaction)
    return ageMs > NOT_FOUND_FOR_MS ? { verdict: 'rejected', reason: 'not-found' } : { verdict: 'wait' };
  const { status, currency, paid } = transaction;
  if (ENDED_UNPAID.has(status)) return { verdict: 'rejected', reason: status.toLowerCase() };
  if (status !== 'PAID' || currency === '') return { verdict: 'wait' };
  if (currency !== 'NGN') return { verdict: 'rejected', reason: 'currency' };
  if (paid <= 0n) return { verdict: 'rejected', reason: 'amount' };
  // While the provider does not say what it passes on, its fee is counted as none and shows when it settles.
  const settled = transaction.settled ?? paid;
  return { verdict: 'paid', paid, settled: settled > paid ? paid : settled };
}

/** Our flat charge. A payment too small to bear it is credited whole. */
export const chargeOn = (paid: Kobo, charge: Kobo): Kobo => (paid > charge ? charge : 0n);
