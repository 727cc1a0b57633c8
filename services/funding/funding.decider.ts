import type { Kobo } from '../contracts/money.js';
import type { ProviderTransaction, Unread, UnreadAnswer } from '../vendors/payment-provider.js';

export type Verdict =
  | { readonly verdict: 'paid'; readonly paid: Kobo; readonly settled: Kobo }
  | {
      readonly verdict: 'rejected';
      readonly reason: string;
      /** Kobo of a payment from before the cut-over. */ readonly paid?: Kobo;
    }
  | { readonly verdict: 'unread'; readonly unread: Unread }
  | { readonly verdict: 'wait' };

export const BEFORE_CUT_OVER = 'before-cut-over';

const PAID = new Set(['PAID', 'OVERPAID', 'PARTIALLY_PAID']);
const ENDED_UNPAID = new Set(['FAILED', 'EXPIRED', 'CANCELLED', 'REVERSED', 'ABANDONED']);
const WORD_MAX = 40;
/** Milliseconds for which the provider is asked again about a payment that it does not know. */
const NOT_FOUND_FOR_MS = 24 * 3_600_000;

/**
 * Decides what a provider's answer about a payment means. A payment is paid only when its status is
 * in `PAID` and its amount in naira is certain.
 * @param cutOverMs moment before which an older system has credited the payments
 */
export function judge(
  answer: ProviderTransaction | UnreadAnswer | undefined,
  ageMs: number,
  cutOverMs?: number,
): Verdict {
  if (!answer)
    return ageMs > NOT_FOUND_FOR_MS ? { verdict: 'rejected', reason: 'not-found' } : { verdict: 'wait' };
  if ('unread' in answer) return { verdict: 'unread', unread: answer.unread };
  const { paid, raw } = answer;
  const unread = (field: keyof typeof raw.types): Verdict => ({
    verdict: 'unread',
    unread: { field, type: raw.types[field], digest: raw.digest },
  });
  const status = inCapitals(answer.status);
  if (ENDED_UNPAID.has(status)) return { verdict: 'rejected', reason: status.toLowerCase() };
  if (status === 'PENDING') return { verdict: 'wait' };
  if (!PAID.has(status)) return unread('status');
  if (inCapitals(answer.currency) !== 'NGN') return unread('currency');
  if (paid === undefined || paid <= 0n) return unread('amount');
  if (cutOverMs !== undefined) {
    const { paidAt } = answer;
    if (paidAt === undefined)
      return { verdict: 'unread', unread: { field: 'answer', type: 'nothing', digest: raw.digest } };
    if (paidAt < cutOverMs) return { verdict: 'rejected', reason: BEFORE_CUT_OVER, paid };
  }
  // When the provider states no settled amount, use `paid`. The provider's fee then counts as zero until
  // `PspSettled`.
  const settled = answer.settled ?? paid;
  return { verdict: 'paid', paid, settled: settled > paid ? paid : settled };
}

/**
 * Returns a word in capitals, or an empty text for a word with letters other than ASCII. `toUpperCase` would
 * turn the dotless i into an ASCII letter.
 */
const inCapitals = (word: string): string =>
  word.length <= WORD_MAX && /^[A-Za-z_]+$/.test(word) ? word.toUpperCase() : '';

export const chargeOn = (paid: Kobo, charge: Kobo): Kobo => (paid > charge ? charge : 0n);
