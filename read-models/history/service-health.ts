import type { ServiceHealth } from '../../services/contracts/catalog.contract.js';
import type { HistoryRow } from './history.view.js';

export type Recent = Pick<HistoryRow, 'user_id' | 'status' | 'steps' | 'at'>;

/**
 * Number of purchases that are needed to judge a service. With fewer purchases, the health is `unknown`,
 * because two refusals do not prove an outage.
 */
const FEW = 5;
/** Milliseconds after which a waiting purchase counts as not delivered. */
const WAITING_MS = 30_000;
const SLOW_SECONDS = 30;
const POOR_BELOW = 0.8;
/**
 * Maximum number of refused purchases that count per customer, because one customer with a wrong number does
 * not prove an outage.
 */
const REFUSED_PER_CUSTOMER = 2;

export function healthOf(purchases: readonly Recent[], nowMs: number): ServiceHealth {
  const took: number[] = [];
  const refused = new Map<string, number>();
  let [delivered, waiting] = [0, 0];
  for (const { user_id, status, steps, at } of purchases) {
    const acceptedMs = Date.parse(at);
    const deliveredAt = steps.find(({ step }) => step === 'delivered')?.at;
    if (deliveredAt !== undefined) {
      delivered += 1;
      took.push(Math.max(0, Date.parse(deliveredAt) - acceptedMs));
    } else if (status === 'Refunded')
      refused.set(user_id, Math.min(REFUSED_PER_CUSTOMER, (refused.get(user_id) ?? 0) + 1));
    else if (nowMs - acceptedMs >= WAITING_MS) {
      waiting += 1;
      took.push(nowMs - acceptedMs);
    }
  }
  const failed = [...refused.values()].reduce((sum, count) => sum + count, 0);
  if (took.length + failed < FEW) return { health: 'unknown', success_rate: null, median_seconds: null };
  const all = delivered + failed + waiting;
  const success_rate = all === 0 ? null : hundredths(delivered / all);
  const median_seconds = took.length === 0 ? null : tenths(medianOf(took) / 1_000);
  if (success_rate !== null && success_rate < POOR_BELOW)
    return { health: 'poor', success_rate, median_seconds };
  const slow = median_seconds !== null && median_seconds > SLOW_SECONDS;
  return { health: slow ? 'slow' : 'good', success_rate, median_seconds };
}

/** Rounds a share down, so that 0.999 is never shown as 1. */
const hundredths = (share: number): number => Math.floor(share * 100) / 100;
const tenths = (seconds: number): number => Math.round(seconds * 10) / 10;

function medianOf(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other);
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle] ?? 0;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? 0) + upper) / 2;
}
