import { monotonicMs, nowMs } from '../../infra/host/clock.js';

/**
 * Time in which a claimed attempt may begin its calls. A worker may stall for minutes after its claim, and
 * another worker may refund the purchase meanwhile.
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
 * Opens a window. Call before storing the claim of an attempt. Uses the clock that has advanced more:
 * `monotonic` stands still while a machine is suspended, and `wall` may be set back.
 */
export function openSendWindow(widthMs: number, clocks: WindowClocks = REAL): SendWindow {
  const monotonic = clocks.monotonic();
  const wall = clocks.wall();
  return {
    leftMs: () => widthMs - Math.max(clocks.monotonic() - monotonic, clocks.wall() - wall),
  };
}
