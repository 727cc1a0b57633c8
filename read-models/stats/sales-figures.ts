import { nairaFromKobo } from '../../services/contracts/money.js';
import { DELIVERY_TIMES, type StatsRow } from './stats.view.js';

/** Money is in naira. */
export interface SalesFigures {
  /** Captured purchases minus reversals, each counted on its own Lagos day. */
  readonly transactions: number;
  readonly amount: number;
  /** Part of the sales (`amount`) that we keep after paying the vendors. */
  readonly margin: number;
  readonly reversed: number;
  readonly reversed_amount: number;
  /** Failed purchases, whose money was released. */
  readonly failed: number;
  readonly failed_amount: number;
  /** Purchases that wait too long now. */
  readonly overdue: number;
  /** `captured` divided by `ended` and `overdue`, from 0 to 1. Null without such purchases. */
  readonly success_rate: number | null;
  /** Median seconds from acceptance to capture, or null when unknown. 1800 means 30 minutes or more. */
  readonly median_seconds: number | null;
}

type Counted = Omit<StatsRow, 'id' | 'day' | 'service' | 'vendor'>;

export class SalesSum {
  private captured = 0n;
  private capturedSum = 0n;
  private capturedCost = 0n;
  private reversed = 0n;
  private reversedSum = 0n;
  private reversedCost = 0n;
  private released = 0n;
  private releasedSum = 0n;
  private overdue = 0;
  private took = DELIVERY_TIMES.map(() => 0n);

  copy(): SalesSum {
    const { took, ...counters } = this;
    return Object.assign(new SalesSum(), counters, { took: [...took] });
  }

  add(row: Counted): void {
    this.captured += row.captured;
    this.capturedSum += row.captured_sum;
    this.capturedCost += row.captured_cost;
    this.reversed += row.reversed;
    this.reversedSum += row.reversed_sum;
    this.reversedCost += row.reversed_cost;
    this.released += row.released;
    this.releasedSum += row.released_sum;
    for (const [index, [column]] of DELIVERY_TIMES.entries())
      this.took[index] = (this.took[index] ?? 0n) + row[column];
  }

  wait(purchases: number): void {
    this.overdue += purchases;
  }

  get transactions(): number {
    return Number(this.captured - this.reversed);
  }

  get amount(): number {
    return nairaFromKobo(this.capturedSum - this.reversedSum);
  }

  get ended(): { readonly captured: number; readonly ended: number } {
    return { captured: Number(this.captured), ended: Number(this.captured + this.released) };
  }

  within(share: number): number | null {
    return quantileSeconds(this.took.map(Number), share);
  }

  get figures(): SalesFigures {
    const ended = Number(this.captured + this.released) + this.overdue;
    const cost = this.capturedCost - this.reversedCost;
    return {
      transactions: this.transactions,
      amount: this.amount,
      margin: nairaFromKobo(this.capturedSum - this.reversedSum - cost),
      reversed: Number(this.reversed),
      reversed_amount: nairaFromKobo(this.reversedSum),
      failed: Number(this.released),
      failed_amount: nairaFromKobo(this.releasedSum),
      overdue: this.overdue,
      success_rate: ended === 0 ? null : Number(this.captured) / ended,
      median_seconds: this.within(0.5),
    };
  }
}

export const medianSeconds = (took: readonly number[]): number | null => quantileSeconds(took, 0.5);

/** Returns the seconds within which the given share of deliveries arrived. */
export function quantileSeconds(took: readonly number[], share: number): number | null {
  const wanted = took.reduce((sum, count) => sum + count, 0) * share;
  if (wanted === 0) return null;
  let before = 0;
  let fromMs = 0;
  for (const [index, [, belowMs]] of DELIVERY_TIMES.entries()) {
    const count = took[index] ?? 0;
    if (count > 0 && before + count >= wanted) {
      const ms = Number.isFinite(belowMs)
        ? fromMs + ((wanted - before) / count) * (belowMs - fromMs)
        : fromMs;
      return Math.round(ms / 10) / 100;
    }
    before += count;
    fromMs = belowMs;
  }
  return null;
}
