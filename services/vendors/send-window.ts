import { monotonicMs, nowMs } from '../../infra/host/clock.js';

/**
 * Time in which the calls of an attempt may begin. A worker may hang for minutes after it stored
 * `AttemptStarted`, and another worker may refund the purchase in the meantime.
 */
export interface SendWindow {
  leftMs(): number;
}

export interface WindowClocks {
  readonly monotonic: () => number;
  readonly wall: () => number;
}

const REAL: WindowClocks = { monotonic: monotonicMs, wall: nowMs };

/**
 * Opens a window. Call this function before storing `AttemptStarted`. The window uses the clock that has
 * advanced more: `monotonic` stops while the machine is suspended, and `wall` may be set back.
 */
export function openSendWindow(widthMs: number, clocks: WindowClocks = REAL): SendWindow {
  const monotonic = clocks.monotonic();
  const wall = clocks.wall();
  return {
    leftMs: () => widthMs - Math.max(clocks.monotonic() - monotonic, clocks.wall() - wall),
  };
}
