import { lagosDayStart } from './lagos-day.js';

/** First and last Unix ms of a typed day, minute or second. */
export interface NamedInstant {
  readonly atMs: number;
  readonly beganMs: number;
}

const LAGOS = '+01:00';
export const INSTANT_LENGTH_MAX = 35;

function isDay(typed: string): boolean {
  const at = Date.parse(`${typed}T00:00:00.000Z`);
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(typed);
}

function restMsOf(clock: string): number {
  if (clock.includes('.')) return 0;
  return clock.length > 'HH:mm'.length ? 999 : 59_999;
}

/**
 * Parses a Lagos day or a time. A time without an offset means Lagos time. Returns `undefined` for
 * other texts.
 */
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
