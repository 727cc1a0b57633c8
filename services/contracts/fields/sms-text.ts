import type { Kobo } from '../money.js';
import { normalisePhone } from './phones.js';
import { plainText, WRITTEN_LENGTH_MAX } from './plain-text.js';

/**
 * `GSM-7` applies when every character is in the 7-bit alphabet, otherwise `UCS-2`. A single message holds 160
 * septets or 70 code units, a part of a longer one 153 or 67.
 */
export type SmsEncoding = 'GSM-7' | 'UCS-2';

export const SMS_PAGES_MAX = 10;
export const SMS_RECIPIENTS_MAX = 1_000;

/** Letters and digits, as networks accept them. */
export const SENDER_ID = /^[A-Za-z0-9]{3,11}$/;

const BASIC = new Set(
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà',
);
/** Characters that take two septets: an escape and the character. */
const EXTENDED = new Set('^{}\\[~]|€\f');

export interface SmsText {
  readonly encoding: SmsEncoding;
  /** Septets, or UTF-16 code units. */
  readonly length: number;
  readonly pages: number;
  /** Characters that fit on one page. A text of several pages has fewer per page. */
  readonly perPage: number;
}

/** An empty text has 0 pages. */
export function measureSms(text: string): SmsText {
  const characters = [...text];
  const gsm = characters.every((character) => BASIC.has(character) || EXTENDED.has(character));
  const sizes = characters.map((character) => (gsm ? (EXTENDED.has(character) ? 2 : 1) : character.length));
  const length = sizes.reduce((sum, size) => sum + size, 0);
  const [single, part] = gsm ? [160, 153] : [70, 67];
  const encoding = gsm ? 'GSM-7' : 'UCS-2';
  return length <= single
    ? { encoding, length, pages: length === 0 ? 0 : 1, perPage: single }
    : { encoding, length, pages: partsOf(sizes, part), perPage: part };
}

/**
 * Number of parts that hold characters of these `sizes`. An escape pair or surrogate pair is never cut, but moves to
 * the next part.
 */
function partsOf(sizes: readonly number[], part: number): number {
  let parts = 1;
  let used = 0;
  for (const size of sizes) {
    if (used + size > part) [parts, used] = [parts + 1, 0];
    used += size;
  }
  return parts;
}

export interface SmsRecipients {
  /** Unique numbers as `+234…`, in the order of input. */
  readonly valid: readonly string[];
  /** Entries that are no Nigerian mobile number. */
  readonly invalid: readonly string[];
  /** Number of repeated entries. */
  readonly duplicates: number;
}

const SEPARATORS = /[,;|\t\n\r\u2028\u2029]+/;
const WITHOUT_PREFIX = /^\(?[789]/;
/** Words that only begin a number. At the end of a number they may belong to the next one. */
const PREFIX = /^\(?(?:0|(?:00)?2340?)\)?$/;

interface Entry {
  readonly text: string;
  /** As `+234…`; `undefined` when the text is no number. */
  readonly phone: string | undefined;
}

const read = (text: string): Entry => ({ text, phone: normalisePhone(text) });

/** Parses numbers separated by commas, semicolons, tabs, bars, line breaks, or spaces where they are unambiguous. */
export function readRecipients(list: string): SmsRecipients {
  const valid = new Set<string>();
  const invalid: string[] = [];
  let duplicates = 0;
  for (const { text, phone } of list.split(SEPARATORS).flatMap(entriesBetweenSpaces)) {
    if (phone === undefined) invalid.push(text);
    else if (valid.has(phone)) duplicates += 1;
    else valid.add(phone);
  }
  return { valid: [...valid], invalid, duplicates };
}

function entriesBetweenSpaces(typed: string): readonly Entry[] {
  const text = plainText(typed).trim();
  if (text === '') return [];
  const whole = read(text);
  if (whole.phone || !text.includes(' ')) return [whole];
  const words = text.split(/ +/);
  return numbersOf(words) ?? aroundNumbers(words);
}

/** Numbers of one or several words each; `undefined` when another text remains, or digits may belong to either. */
function numbersOf(words: readonly string[]): readonly Entry[] | undefined {
  const numbers: Entry[] = [];
  let begun = '';
  for (const word of words) {
    begun = begun === '' ? word : `${begun} ${word}`;
    if (begun.length > WRITTEN_LENGTH_MAX) return undefined;
    const number = read(begun);
    if (!number.phone || (begun !== word && (WITHOUT_PREFIX.test(begun) || PREFIX.test(word)))) continue;
    numbers.push(number);
    begun = '';
  }
  return begun === '' ? numbers : undefined;
}

/** Words that are numbers by themselves. The words between them are invalid, even if they look like a number. */
function aroundNumbers(words: readonly string[]): readonly Entry[] {
  const entries: Entry[] = [];
  let text = '';
  const endText = (): void => {
    if (text !== '') entries.push({ text, phone: undefined });
    text = '';
  };
  for (const entry of words.map(read)) {
    if (!entry.phone) {
      text = text === '' ? entry.text : `${text} ${entry.text}`;
      continue;
    }
    endText();
    entries.push(entry);
  }
  endText();
  return entries;
}

/** Whole kobo, without rounding. */
export const smsCost = (pages: number, recipients: number, pagePrice: Kobo): Kobo =>
  BigInt(pages) * BigInt(recipients) * pagePrice;
