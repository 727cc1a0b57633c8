import type { ListedPayment, PaymentProvider, UnreadRow } from '../../vendors/payment-provider.js';

/**
 * Milliseconds by which a search overlaps the previous search. The overlap is an hour, because Monnify repeats
 * a webhook for an hour.
 */
const OVERLAP_MS = 3_600_000;
const FIRST_LOOK_MS = 7 * 24 * 3_600_000;
const WINDOW_MS = 6 * 3_600_000;

export interface SweepWindow {
  /** Unix ms. */
  readonly from: number;
  readonly to: number;
}

/**
 * Returns the periods to search for payments. The first period begins `OVERLAP_MS` before the end of the
 * previous search. The last period ends now.
 */
export function sweepWindows(sweptUntil: number | undefined, now: number): SweepWindow[] {
  const windows: SweepWindow[] = [];
  const isUnknown = sweptUntil === undefined || sweptUntil - now > OVERLAP_MS;
  const start = isUnknown ? now - FIRST_LOOK_MS : Math.min(sweptUntil, now) - OVERLAP_MS;
  for (let from = start; from < now; from += WINDOW_MS)
    windows.push({ from, to: Math.min(from + WINDOW_MS, now) });
  return windows;
}

/**
 * @returns the number of payments with a reference in the provider's list
 * @throws ProviderUnavailable, RuleBroken
 */
export async function sweepWindow(
  provider: Pick<PaymentProvider, 'references'>,
  { from, to }: SweepWindow,
  report: (payment: ListedPayment) => Promise<void>,
  onUnread: (row: UnreadRow) => Promise<void>,
): Promise<number> {
  let found = 0;
  for await (const row of provider.references(from, to)) {
    if ('transactionReference' in row) {
      await report(row);
      found += 1;
    } else await onUnread(row);
  }
  return found;
}
