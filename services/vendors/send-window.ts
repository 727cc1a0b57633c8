import { monotonicMs, nowMs } from '../../infra/host/clock.js';

/**
 * How long a claimed attempt may still begin calls. Whoever claims an attempt may be held up for minutes before it sends; by
 * then others may have asked the vendor, heard that it knows nothing, and given the money back.
 */
export interface SendWindow {
  /** Milliseconds. At zero or below no byte of a call may leave any more. */
  leftMs(): number;
}

/** Milliseconds. `monotonic` never goes back; `wall` tells the time of day. */
export interface WindowClocks {
  readonly monotonic: () => number;
  readonly wall: () => number;
}

const REAL: WindowClocks = { monotonic: monotonicMs, wall: nowMs };

/**
 * Opens a window before the claim is stored. It ages by whichever clock has run further: the monotonic one stands still while
 * a machine is suspended, and the other one may be set back.
 */
export function openSendWindow(widthMs: number, clocks: WindowClocks = REAL): SendWindow {
  const monotonic = clocks.monotonic();
  const wall = clocks.wall();
  return {
    leftMs: () => widthMs - Math.max(clocks.monotonic() - monotonic, clocks.wall() - wall),
  };
}
