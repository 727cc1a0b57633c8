/** Limits of mail servers. */
const EMAIL_LENGTH_MAX = 254;
const LOCAL_LENGTH_MAX = 64;
const LABEL_LENGTH_MAX = 63;

// Patterns with a single character class and without nested repetition. Matching such a pattern takes linear
// time.
const LOCAL_PART = /^[A-Za-z0-9_+&~'.=-]+$/;
const DOMAIN_LABEL = /^[A-Za-z0-9-]+$/;
const LETTERS_FIRST = /^[A-Za-z]/;

/**
 * Accepts one plain email address such as `ada.obi+shop@mail.example.com`. Refuses commas, quotes, brackets,
 * spaces and line breaks, which could form several addresses or a header. Domains beyond ASCII need `xn--…`.
 * The caller must trim the text first.
 */
export function isEmailAddress(text: string): boolean {
  if (text.length > EMAIL_LENGTH_MAX) return false;
  const at = text.indexOf('@');
  if (at < 1 || at > LOCAL_LENGTH_MAX || text.indexOf('@', at + 1) !== -1) return false;
  const local = text.slice(0, at);
  if (!LOCAL_PART.test(local) || local.includes('..') || local.startsWith('.') || local.endsWith('.'))
    return false;
  const labels = text.slice(at + 1).split('.');
  return labels.length > 1 && labels.every(isDomainLabel) && LETTERS_FIRST.test(labels.at(-1)!);
}

const isDomainLabel = (label: string): boolean =>
  label.length <= LABEL_LENGTH_MAX &&
  DOMAIN_LABEL.test(label) &&
  !label.startsWith('-') &&
  !label.endsWith('-');

const NAME_CHARACTERS = /^[\p{L}\p{M} .'’-]+$/u;
const HAS_LETTER = /\p{L}/u;
/**
 * Finds a dot inside a word. Mail programs turn «evil.com» into a link. The names «St. John» and «J. A.» have
 * no dot inside a word.
 */
const DOT_WITHIN_WORD = /\.[^ .]/;

/**
 * Accepts letters of any script, spaces, hyphens, apostrophes, and dots at word ends. Refuses links,
 * addresses, phone numbers and markup. A mail with the name may go to a stranger, so the name must not carry
 * a message.
 */
export const isPersonName = (text: string): boolean =>
  NAME_CHARACTERS.test(text) && HAS_LETTER.test(text) && !DOT_WITHIN_WORD.test(text);
