import { host } from './host.js';

/** Milliseconds since 1970. */
export const nowMs = (): number => host.nowMs();

/** The moment it is. */
export const now = (): Date => new Date(host.nowMs());

/** Milliseconds by a clock that only goes forward: for how long something took, never for when it was. */
export const monotonicMs = (): number => host.monotonicMs();
