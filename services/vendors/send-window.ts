import { monotonicMs, nowMs } from '../../infra/host/clock.js';

/**
 * Period in which the calls of an attempt may begin. Later calls are not allowed, because another
 * worker may have refunded the purchase.
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
 * Call before storing `AttemptStarted`. The period ends when `widthMs` have passed on either clock, because
 * `monotonic` stops while the machine is suspended, and `wall` may be set back.
 */
export function openSendWindow(widthMs: number, clocks: WindowClocks = REAL): SendWindow {
  const monotonic = clocks.monotonic();
  const wall = clocks.wall();
  return {
    leftMs: () => widthMs - Math.max(clocks.monotonic() - monotonic, clocks.wall() - wall),
  };
}
