import type { PaymentProvider } from '../vendors/payment-provider.js';

/** Monnify repeats a webhook for an hour; what was paid in that hour is looked at again. */
const OVERLAP_MS = 3_600_000;
/** How far the first sweep looks back. */
const FIRST_LOOK_MS = 7 * 24 * 3_600_000;
/** One list is never longer than what is paid in this time, and what was read of it is not read again. */
const WINDOW_MS = 6 * 3_600_000;

export interface SweepWindow {
  /** Milliseconds since the epoch. */
  readonly from: number;
  readonly to: number;
}

/**
 * The times whose payments are to be looked at: from where the last sweep ended, and some before, until now. Where that lies well in the
 * future a clock was wrong, and nobody knows until when was really looked: as far back as the first time.
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
 * Reports every payment the provider lists for a window: webhooks get lost, and the provider stops repeating them.
 * @returns how many there are. @throws ProviderUnavailable, RuleBroken
 */
export async function sweepWindow(
  provider: Pick<PaymentProvider, 'references'>,
  { from, to }: SweepWindow,
  report: (transactionReference: string) => Promise<void>,
): Promise<number> {
  let found = 0;
  for await (const reference of provider.references(from, to)) {
    await report(reference);
    found += 1;
  }
  return found;
}
