import type { Ending } from './vendor-endings.js';

export interface PlannedOrder {
  readonly key: string;
  readonly atMs: number;
  readonly customer: number;
  readonly phone: string;
  readonly amount: bigint;
  readonly confirmDuplicate: boolean;
  /** Equal requests at once, like repeated taps on a button. */
  readonly taps: number;
  readonly isPlan?: true;
  /** Milliseconds between the quote and the order. Absent when the customer asks for no quote. */
  readonly thinksMs?: number;
  /** Milliseconds after which the customer repeats the request, if ever. */
  readonly againAfterMs?: number;
  readonly endings: readonly PlannedEnding[];
}

export interface PlannedEnding {
  readonly ending: Ending;
  /** Milliseconds until the vendor gives its final answer. */
  readonly afterMs: number;
}
