/** Limits of mail servers. */
const EMAIL_LENGTH_MAX = 254;
const LOCAL_LENGTH_MAX = 64;
const LABEL_LENGTH_MAX = 63;

// Patterns for the parts of an email address. Each pattern repeats only one class of characters, so that
// matching takes linear time.
const LOCAL_PART = /^[A-Za-z0-9_+&~'.=-]+$/;
const DOMAIN_LABEL = /^[A-Za-z0-9-]+$/;
const LETTERS_FIRST = /^[A-Za-z]/;

/**
 * True for one plain email address such as `ada.obi+shop@mail.example.com`. Commas, quotes, brackets, spaces
 * and line breaks are refused, because with them a text could contain several addresses or a mail header. A
 * domain outside ASCII must be written as `xn--…`. Trim the text first.
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
 * Matches a dot inside a word such as «evil.com», which mail programs turn into a link. Does not
 * match the dots in «St. John» and «J. A.», which end a word.
 */
const DOT_WITHIN_WORD = /\.[^ .]/;

/**
 * True for a name of letters of any script, spaces, hyphens, apostrophes, and dots at the end of
 * words. Links, addresses, phone numbers and markup are refused, because a person could send them
 * to strangers in our mails.
 */
export const isPersonName = (text: string): boolean =>
  NAME_CHARACTERS.test(text) && HAS_LETTER.test(text) && !DOT_WITHIN_WORD.test(text);
