/** Limits the time of matching. */
export const WRITTEN_LENGTH_MAX = 40;

/** Spares nearly every value the rules of `plainText`. */
const PLAIN_ASCII = /^[ -~]*$/;

/**
 * Without zero-width and direction marks, with plain spaces and hyphens. U+2065 is reserved for another such
 * mark. Line breaks stay: no number has one.
 */
export const plainText = (typed: string): string =>
  PLAIN_ASCII.test(typed)
    ? typed
    : typed
        .replace(/[\p{Cf}\u2065]/gu, '')
        .replace(/[\p{Zs}\t]/gu, ' ')
        .replace(/[\p{Pd}\u2212]/gu, '-');

/**
 * Composed (NFC), so that both typed forms of a letter are equal. Drops embeddings and isolates of direction,
 * which copied names bring along. Overrides are refused before (`PLAIN`, `MULTILINE`).
 */
export const storedText = (typed: string): string =>
  typed.replace(/[\u202a-\u202c\u2066-\u2069]/g, '').normalize('NFC');

/** Writes marks of direction out, such as `[U+202E]`, so that no line reads turned around. */
export const shownText = (text: string): string =>
  text.replace(
    /[\u202a-\u202e\u2066-\u2069]/g,
    (mark) => `[U+${mark.charCodeAt(0).toString(16).toUpperCase()}]`,
  );

/** Longer text is no number, and becomes empty. */
export const numberText = (typed: string): string =>
  typed.length > WRITTEN_LENGTH_MAX ? '' : plainText(typed);

/** Without the spaces and hyphens that group digits. */
export const plainDigits = (typed: string): string => plainText(typed).replace(/[ -]/g, '');
