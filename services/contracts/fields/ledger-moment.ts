import { z } from 'zod';
import { Bounded } from './http-fields.js';
import { lagosDayStart } from './lagos-day.js';

/** A moment of the ledger as somebody names it: after the event at a position, or by an instant. */
export type NamedMoment =
  | { readonly position: number }
  /** The last and the first millisecond, since 1970, of what was named: a day, a minute, a second, or with a fraction the instant itself. */
  | { readonly atMs: number; readonly beganMs: number };

/** Which end of what is named counts: what closes something counts whole, what opens it from its beginning. */
type End = 'closing' | 'opening';

const LAGOS = '+01:00';
const LENGTH_MAX = 35;
const NO_MOMENT =
  'must be a moment like 2026-03-01T09:30:00 (in Lagos unless it says where), a day, or a position';

/** Not the 31st of February. */
function isDay(typed: string): boolean {
  const at = Date.parse(`${typed}T00:00:00.000Z`);
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(typed);
}

/** The milliseconds that follow the first one of what a time of day names. */
function restMsOf(clock: string): number {
  if (clock.includes('.')) return 0;
  return clock.length > 'HH:mm'.length ? 999 : 59_999;
}

/** An instant, in Lagos unless it says where, or a Lagos day; undefined when it is neither. */
export function instantOf(typed: string): Exclude<NamedMoment, { readonly position: number }> | undefined {
  const day = typed.slice(0, 'yyyy-MM-dd'.length);
  if (typed.length > LENGTH_MAX || !/^\d{4}-\d{2}-\d{2}$/.test(day) || !isDay(day)) return undefined;
  if (typed === day)
    return { atMs: Date.parse(lagosDayStart(day, 1)) - 1, beganMs: Date.parse(lagosDayStart(day)) };
  const [, clock, where] = /^T([\d:.]{5,16})(Z|[+-]\d{2}:\d{2})?$/.exec(typed.slice(day.length)) ?? [];
  if (clock === undefined) return undefined;
  const beganMs = Date.parse(where === undefined ? typed + LAGOS : typed);
  return Number.isNaN(beganMs) ? undefined : { atMs: beganMs + restMsOf(clock), beganMs };
}

/**
 * A position, an instant or a Lagos day. One that opens something becomes the moment just before it, so that what happened
 * then is part of what follows.
 */
export const MomentOfLedger = (end: End) =>
  Bounded(LENGTH_MAX, NO_MOMENT, NO_MOMENT).transform((typed, context): NamedMoment => {
    if (/^\d{1,9}$/.test(typed)) {
      const position = Number(typed);
      return { position: end === 'closing' ? position : Math.max(0, position - 1) };
    }
    const instant = instantOf(typed);
    if (instant) return end === 'closing' ? instant : { ...instant, atMs: instant.beganMs - 1 };
    context.addIssue({ code: 'custom', message: NO_MOMENT });
    return z.NEVER;
  });
