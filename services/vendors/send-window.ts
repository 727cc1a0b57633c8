import { monotonicMs, nowMs } from '../../infra/host/clock.js';

/**
 * Period in which the calls of an attempt may begin. A worker may hang for minutes after it stored
 * `AttemptStarted`, and another worker may refund the purchase meanwhile.
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
 * Opens the period in which calls may begin. Call this function before storing `AttemptStarted`. Of
 * two clocks, the one that has advanced more is used. `monotonic` stops while the machine is
 * suspended, and `wall` may be set back.
 */
export function openSendWindow(widthMs: number, clocks: WindowClocks = REAL): SendWindow {
  const monotonic = clocks.monotonic();
  const wall = clocks.wall();
  return {
    leftMs: () => widthMs - Math.max(clocks.monotonic() - monotonic, clocks.wall() - wall),
  };
}
