import type { Payment, VendorBooks } from './vendor-books.js';

/** Takes deliveries back some time later and says so by webhook. */
export interface Reversals {
  /** Plans the reversal of a payment that ends in one. */
  watch(payment: Payment): void;
  stop(): void;
}

const REVERSED_ENDING = '0040';
/** A host that shares data from SIMs cannot take it back. */
const NEVER_REVERSED = 'sme-data';

/** What a stop left delivered but not reversed, or reversed but not told, is finished now. */
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
        reverse(payment).catch(() => undefined); // the books cannot be written: the next start finishes it
      }, afterMs);
      timers.add(timer);
    },
    stop: () => timers.forEach((timer) => clearTimeout(timer)),
  };
  books.payments.forEach((payment) => reversals.watch(payment));
  return reversals;
}
