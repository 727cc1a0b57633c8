/** The longest address that mail servers take. */
const EMAIL_LENGTH_MAX = 254;
const LOCAL_LENGTH_MAX = 64;
const LABEL_LENGTH_MAX = 63;

// One character class each and no repetition inside a repetition: the time they take grows with the length alone.
const LOCAL_PART = /^[A-Za-z0-9_+&~'.=-]+$/;
const DOMAIN_LABEL = /^[A-Za-z0-9-]+$/;
const LETTERS_FIRST = /^[A-Za-z]/;

/**
 * Whether a text is one plain email address, such as `ada.obi+shop@mail.example.com`. Narrower than the standard on
 * purpose: commas, quotes, brackets, spaces and line breaks make several addresses, or a header, of one text. A domain
 * beyond ASCII is written as `xn--…`. Surrounding spaces are not an address either: trim before asking.
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
/** «St. John» and «J. A.» are names; «evil.com» is an address that mail programs make a link of. */
const DOT_WITHIN_WORD = /\.[^ .]/;

/**
 * Whether a text can be somebody's first or last name: letters of any script, spaces, hyphens, apostrophes, and dots at
 * the end of a word. Names are printed in mails to addresses that their writer need not own, so they hold nothing that
 * looks like a link, an address, a phone number or markup.
 */
export const isPersonName = (text: string): boolean =>
  NAME_CHARACTERS.test(text) && HAS_LETTER.test(text) && !DOT_WITHIN_WORD.test(text);
