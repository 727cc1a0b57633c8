import { z } from 'zod';
import { Bounded } from './http-fields.js';
import { INSTANT_LENGTH_MAX, instantOf, type NamedInstant } from './lagos-instant.js';

/** A moment of the ledger as somebody names it: after the event at a position, or by an instant. */
export type NamedMoment = { readonly position: number } | NamedInstant;

/** Which end of what is named counts: what closes something counts whole, what opens it from its beginning. */
type End = 'closing' | 'opening';

const NO_MOMENT =
  'must be a moment like 2026-03-01T09:30:00 (in Lagos unless it says where), a day, or a position';

/**
 * A position, an instant or a Lagos day. One that opens something becomes the moment just before it, so that what happened
 * then is part of what follows.
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
