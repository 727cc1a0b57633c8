import { z } from 'zod';
import { Bounded } from './http-fields.js';
import { INSTANT_LENGTH_MAX, instantOf, type NamedInstant } from './lagos-instant.js';

export type NamedMoment = { readonly position: number } | NamedInstant;

type End = 'closing' | 'opening';

const NO_MOMENT =
  'must be a moment like 2026-03-01T09:30:00 (in Lagos unless it says where), a day, or a position';

/**
 * Schema of a log position, a time or a Lagos day. `closing` returns the typed position or the end of the
 * typed time. `opening` returns the position or millisecond just before the typed value.
 */
export const MomentOfLedger = (end: End) =>
  Bounded(INSTANT_LENGTH_MAX, NO_MOMENT, NO_MOMENT).transform((typed, context): NamedMoment => {
    if (/^\d{1,9}$/.test(typed)) {
      const position = Number(typed);
      return { position: end === 'closing' ? position : Math.max(0, position - 1) };
    }
    const instant = instantOf(typed);
    if (instant) return end === 'closing' ? instant : { ...instant, atMs: instant.beganMs - 1 };
    context.addIssue({ code: 'custom', message: NO_MOMENT });
    return z.NEVER;
  });
