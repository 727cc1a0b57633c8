import type { Kobo } from '../contracts/money.js';
import type { ProviderTransaction } from '../vendors/payment-provider.js';

export type Verdict =
  | { readonly verdict: 'paid'; readonly paid: Kobo; readonly settled: Kobo }
  | { readonly verdict: 'rejected'; readonly reason: string }
  | { readonly verdict: 'wait' };

const ENDED_UNPAID = new Set(['FAILED', 'EXPIRED', 'CANCELLED', 'REVERSED', 'ABANDONED']);
/** Milliseconds for which a reported payment is queried although the provider does not find it. */
const NOT_FOUND_FOR_MS = 24 * 3_600_000;

/**
 * Verdict on a provider's answer. Only naira with status `PAID` counts as paid. An unknown status or a
 * missing currency is queried again.
 */
export function judge(transaction: ProviderTransaction | undefined, ageMs: number): Verdict {
  if (!transaction)
    return ageMs > NOT_FOUND_FOR_MS ? { verdict: 'rejected', reason: 'not-found' } : { verdict: 'wait' };
  const { status, currency, paid } = transaction;
  if (ENDED_UNPAID.has(status)) return { verdict: 'rejected', reason: status.toLowerCase() };
  if (status !== 'PAID' || currency === '') return { verdict: 'wait' };
  if (currency !== 'NGN') return { verdict: 'rejected', reason: 'currency' };
  if (paid <= 0n) return { verdict: 'rejected', reason: 'amount' };
  // When the provider does not state `settled`, its fee counts as zero until `PspSettled`.
  const settled = transaction.settled ?? paid;
  return { verdict: 'paid', paid, settled: settled > paid ? paid : settled };
}

/** Flat charge; zero when `paid` does not exceed it. */
export const chargeOn = (paid: Kobo, charge: Kobo): Kobo => (paid > charge ? charge : 0n);
