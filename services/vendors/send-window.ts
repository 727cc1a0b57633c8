import { monotonicMs, nowMs } from '../../infra/host/clock.js';

/**
 * Time in which a claimed attempt may begin calls. A worker may stall for minutes after its claim; by then
 * another worker may have heard `notFound` and released the hold.
 */
export interface SendWindow {
  /** Milliseconds left. At zero or below no byte of a call may leave. */
  leftMs(): number;
}

/** Milliseconds. */
export interface WindowClocks {
  readonly monotonic: () => number;
  readonly wall: () => number;
}

const REAL: WindowClocks = { monotonic: monotonicMs, wall: nowMs };

/**
 * Window that opens now, before the claim is stored. The clock that has advanced more decides:
 * `monotonic` stands still while a machine is suspended, and `wall` may be set back.
 */
export function openSendWindow(widthMs: number, clocks: WindowClocks = REAL): SendWindow {
  const monotonic = clocks.monotonic();
  const wall = clocks.wall();
  return {
    leftMs: () => widthMs - Math.max(clocks.monotonic() - monotonic, clocks.wall() - wall),
  };
}
