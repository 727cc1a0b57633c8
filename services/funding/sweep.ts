import type { PaymentProvider } from './payment-provider.js';

/** Monnify repeats a webhook for an hour; what was paid in that hour is looked at again. */
const OVERLAP_MS = 3_600_000;
/** How far the first sweep looks back. */
const FIRST_LOOK_MS = 7 * 24 * 3_600_000;

export interface Swept {
  /** Everything paid until then is reported. Milliseconds since the epoch. */
  readonly until: number;
  readonly found: number;
}

/**
 * Asks the provider for the payments since the last sweep and reports each: webhooks get lost, and the provider stops
 * repeating them. The cursor moves only when the whole list was read. @throws ProviderUnavailable, RuleBroken
 */
export async function sweepFundings(
  provider: Pick<PaymentProvider, 'references'>,
  sweptUntil: number | undefined,
  now: number,
  report: (transactionReference: string) => Promise<void>,
): Promise<Swept> {
  const from = sweptUntil === undefined ? now - FIRST_LOOK_MS : sweptUntil - OVERLAP_MS;
  let found = 0;
  for await (const reference of provider.references(from, now)) {
    await report(reference);
    found += 1;
  }
  return { until: now, found };
}
