import type { Ending } from './vendor-endings.js';

/** Purchase that a customer tries. */
export interface PlannedOrder {
  readonly key: string;
  readonly atMs: number;
  readonly customer: number;
  readonly phone: string;
  readonly amount: bigint;
  readonly confirmDuplicate: boolean;
  /** Number of equal requests sent at once. */
  readonly taps: number;
  readonly isPlan?: true;
  /** Milliseconds between quote and order; absent without a quote. */
  readonly thinksMs?: number;
  /** Milliseconds until the request is repeated; absent without a repeat. */
  readonly againAfterMs?: number;
  readonly endings: readonly PlannedEnding[];
}

export interface PlannedEnding {
  readonly ending: Ending;
  /** Milliseconds until the vendor's final answer. */
  readonly afterMs: number;
}
