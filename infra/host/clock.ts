import { host } from './host.js';

/** Unix time in ms. */
export const nowMs = (): number => host.nowMs();

export const now = (): Date => new Date(host.nowMs());

/** Milliseconds of a clock that never goes back: for durations, never for times of day. */
export const monotonicMs = (): number => host.monotonicMs();
