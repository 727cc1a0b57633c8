export const WRITTEN_LENGTH_MAX = 40;

const ASCII = /^[ -~]*$/;

/**
 * Removes zero-width characters and direction marks. Replaces special spaces and hyphens by plain ones. Keeps
 * line breaks, so that two lines never become one number.
 */
export const plainText = (typed: string): string =>
  ASCII.test(typed)
    ? typed
    : typed
        .replace(/[\p{Cf}\u2065]/gu, '')
        .replace(/[\p{Zs}\t]/gu, ' ')
        .replace(/[\p{Pd}\u2212]/gu, '-');

/**
 * Removes marks of text direction except overrides, which `PLAIN` and `MULTILINE` refuse. Converts
 * the text to NFC, so that each letter has only one encoding.
 */
export const storedText = (typed: string): string =>
  typed.replace(/[\u202a-\u202c\u2066-\u2069]/g, '').normalize('NFC');

/**
 * Replaces marks of text direction by visible text such as `[U+202E]`, so that no line is displayed
 * in reverse.
 */
export const shownText = (text: string): string =>
  text.replace(
    /[\u202a-\u202e\u2066-\u2069]/g,
    (mark) => `[U+${mark.charCodeAt(0).toString(16).toUpperCase()}]`,
  );

export const numberText = (typed: string): string =>
  typed.length > WRITTEN_LENGTH_MAX ? '' : plainText(typed);

export const plainDigits = (typed: string): string => plainText(typed).replace(/[ -]/g, '');
