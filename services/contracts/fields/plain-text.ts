/** Longer than any written number, to limit the time of matching. */
export const WRITTEN_LENGTH_MAX = 40;

/**
 * Typed or pasted text without zero-width and direction marks, with plain spaces and hyphens. U+2065 is
 * reserved for another such mark. Line breaks stay: no number has one.
 */
export const plainText = (typed: string): string =>
  typed
    .replace(/[\p{Cf}\u2065]/gu, '')
    .replace(/[\p{Zs}\t]/gu, ' ')
    .replace(/[\p{Pd}\u2212]/gu, '-');

/** `plainText` of a possible number. Anything longer is none, and becomes empty. */
export const numberText = (typed: string): string =>
  typed.length > WRITTEN_LENGTH_MAX ? '' : plainText(typed);

/** Account number, meter, card or code without the spaces and hyphens that group its digits. Drops no digit. */
export const plainDigits = (typed: string): string => plainText(typed).replace(/[ -]/g, '');
