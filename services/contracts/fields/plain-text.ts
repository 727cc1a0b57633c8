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

/**
 * Text of a person as it is stored: composed (NFC), so that both typed forms of a letter are equal. Marks that copied
 * names and numbers bring along, embeddings and isolates of direction, are dropped. Overrides of direction are
 * refused before (`PLAIN`, `MULTILINE`).
 */
export const storedText = (typed: string): string =>
  typed.replace(/[\u202a-\u202c\u2066-\u2069]/g, '').normalize('NFC');

/** Text from elsewhere with its marks of direction written out, such as `[U+202E]`, so that no line reads turned around. */
export const shownText = (text: string): string =>
  text.replace(
    /[\u202a-\u202e\u2066-\u2069]/g,
    (mark) => `[U+${mark.charCodeAt(0).toString(16).toUpperCase()}]`,
  );

/** `plainText` of a possible number. Anything longer is none, and becomes empty. */
export const numberText = (typed: string): string =>
  typed.length > WRITTEN_LENGTH_MAX ? '' : plainText(typed);

/** Account number, meter, card or code without the spaces and hyphens that group its digits. Drops no digit. */
export const plainDigits = (typed: string): string => plainText(typed).replace(/[ -]/g, '');
