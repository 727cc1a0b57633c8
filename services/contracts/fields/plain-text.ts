export const WRITTEN_LENGTH_MAX = 40;

/**
 * Removes zero-width and direction marks, and makes spaces and hyphens plain. Line breaks stay, because no
 * number contains one.
 */
export const plainText = (typed: string): string =>
  typed
    .replace(/[\p{Cf}\u2065]/gu, '')
    .replace(/[\p{Zs}\t]/gu, ' ')
    .replace(/[\p{Pd}\u2212]/gu, '-');

/**
 * Composes a text by NFC, so that both ways to type a letter become equal. Drops direction embeddings and
 * isolates. Direction overrides cannot occur here, because `PLAIN` and `MULTILINE` have refused them.
 */
export const storedText = (typed: string): string =>
  typed.replace(/[\u202a-\u202c\u2066-\u2069]/g, '').normalize('NFC');

/** Writes direction marks as visible text, such as `[U+202E]`. A line is then never displayed reversed. */
export const shownText = (text: string): string =>
  text.replace(
    /[\u202a-\u202e\u2066-\u2069]/g,
    (mark) => `[U+${mark.charCodeAt(0).toString(16).toUpperCase()}]`,
  );

export const numberText = (typed: string): string =>
  typed.length > WRITTEN_LENGTH_MAX ? '' : plainText(typed);

export const plainDigits = (typed: string): string => plainText(typed).replace(/[ -]/g, '');
