import { monotonicMs, nowMs } from '../../infra/host/clock.js';

/**
 * Time in which a claimed attempt may begin calls. A worker may stall for minutes after claiming an attempt;
 * by then another worker may have asked the vendor, heard `notFound` and refunded the purchase.
 */
export interface SendWindow {
  /** Milliseconds left. At zero or below, no byte of a call may be sent. */
  leftMs(): number;
}

export interface WindowClocks {
  readonly monotonic: () => number;
  readonly wall: () => number;
}

const REAL: WindowClocks = { monotonic: monotonicMs, wall: nowMs };

/**
 * Begins a window. Call before storing the claim. The clock that has advanced more counts: `monotonic` stands
 * still while a machine is suspended, and `wall` may be set back.
 */
export function openSendWindow(widthMs: number, clocks: WindowClocks = REAL): SendWindow {
  const monotonic = clocks.monotonic();
  const wall = clocks.wall();
  return {
    leftMs: () => widthMs - Math.max(clocks.monotonic() - monotonic, clocks.wall() - wall),
  };
}
