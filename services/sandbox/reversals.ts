import type { Payment, VendorBooks } from './vendor-books.js';

export interface Reversals {
  watch(payment: Payment): void;
  stop(): void;
}

const REVERSED_ENDING = '0040';
/**
 * Service whose purchases are never reversed, because data that was shared from a SIM card cannot
 * be taken back.
 */
const NEVER_REVERSED = 'sme-data';

export function startReversals(
  books: VendorBooks,
  afterMs: number,
  tell: (payment: Payment) => Promise<'accepted' | 'given up'>,
): Reversals {
  const timers = new Set<NodeJS.Timeout>();
  const reverse = async (payment: Payment): Promise<void> => {
    if (payment.state === 'delivered') books.reverse(payment);
    await books.durable();
    if ((await tell(payment)) === 'accepted') books.told(payment);
  };
  const reversals: Reversals = {
    watch(payment) {
      if (!payment.recipient.endsWith(REVERSED_ENDING) || payment.told) return;
      if (payment.service === NEVER_REVERSED) return;
      const timer = setTimeout(() => {
        timers.delete(timer);
        reverse(payment).catch(() => undefined); // the next start sends the reversal again
      }, afterMs);
      timers.add(timer);
    },
    stop: () => timers.forEach((timer) => clearTimeout(timer)),
  };
  books.payments.forEach((payment) => reversals.watch(payment));
  return reversals;
}
