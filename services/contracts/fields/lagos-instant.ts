import { lagosDayStart } from './lagos-day.js';

/**
 * Last and first Unix ms of the named day, minute or second. For an instant with a fraction of a second, both are
 * equal.
 */
export interface NamedInstant {
  readonly atMs: number;
  readonly beganMs: number;
}

const LAGOS = '+01:00';
export const INSTANT_LENGTH_MAX = 35;

/** Rejects dates such as 31 February. */
function isDay(typed: string): boolean {
  const at = Date.parse(`${typed}T00:00:00.000Z`);
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(typed);
}

/** Ms from the first to the last instant that `clock` names. */
function restMsOf(clock: string): number {
  if (clock.includes('.')) return 0;
  return clock.length > 'HH:mm'.length ? 999 : 59_999;
}

/** Parses an instant, in Lagos time unless it has an offset, or a Lagos day; otherwise `undefined`. */
export function instantOf(typed: string): NamedInstant | undefined {
  const day = typed.slice(0, 'yyyy-MM-dd'.length);
  if (typed.length > INSTANT_LENGTH_MAX || !/^\d{4}-\d{2}-\d{2}$/.test(day) || !isDay(day)) return undefined;
  if (typed === day)
    return { atMs: Date.parse(lagosDayStart(day, 1)) - 1, beganMs: Date.parse(lagosDayStart(day)) };
  const [, clock, where] = /^T([\d:.]{5,16})(Z|[+-]\d{2}:\d{2})?$/.exec(typed.slice(day.length)) ?? [];
  if (clock === undefined) return undefined;
  const beganMs = Date.parse(where === undefined ? typed + LAGOS : typed);
  return Number.isNaN(beganMs) ? undefined : { atMs: beganMs + restMsOf(clock), beganMs };
}
