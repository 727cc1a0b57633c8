import type { Ending } from './vendor-endings.js';

/** A purchase to attempt. `endings` fixes the vendor's behaviour per attempt. */
export interface PlannedOrder {
  readonly key: string;
  readonly atMs: number;
  readonly customer: number;
  readonly phone: string;
  readonly amount: bigint;
  readonly confirmDuplicate: boolean;
  /** Concurrent requests. */
  readonly taps: number;
  /** Buys the data plan instead of airtime. */
  readonly isPlan?: true;
  /** Milliseconds between quote and order; absent without a quote. */
  readonly thinksMs?: number;
  /** Milliseconds until the request is repeated; absent without a repeat. */
  readonly againAfterMs?: number;
  readonly endings: readonly PlannedEnding[];
}

export interface PlannedEnding {
  readonly ending: Ending;
  /** Time until the vendor's final answer. */
  readonly afterMs: number;
}
