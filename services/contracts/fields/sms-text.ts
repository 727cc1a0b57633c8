import type { Kobo } from '../money.js';
import { normalisePhone } from './phones.js';
import { plainText, WRITTEN_LENGTH_MAX } from './plain-text.js';

/**
 * Encoding of a text message. `GSM-7` is used when the 7-bit alphabet has every character of the
 * message, and `UCS-2` otherwise. A message of one part has up to 160 septets (`GSM-7`) or 70 code
 * units (`UCS-2`). Each part of a longer message has up to 153 septets or 67 code units.
 */
export type SmsEncoding = 'GSM-7' | 'UCS-2';

export const SMS_PAGES_MAX = 10;
export const SMS_RECIPIENTS_MAX = 1_000;

export const SENDER_ID = /^[A-Za-z0-9]{3,11}$/;

const BASIC = new Set(
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà',
);
/** Characters that take two septets in `GSM-7`, because an escape character comes before them. */
const EXTENDED = new Set('^{}\\[~]|€\f');

export interface SmsText {
  readonly encoding: SmsEncoding;
  /** Length of the message, in septets for `GSM-7` and in UTF-16 code units for `UCS-2`. */
  readonly length: number;
  readonly pages: number;
  readonly perPage: number;
}

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
 * Returns the number of parts of a text message. A character that takes two units is never split
 * between two parts.
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
  /**
   * Valid phone numbers in the form `+234…`, in the order of the input. Each phone number occurs
   * only once.
   */
  readonly valid: readonly string[];
  readonly invalid: readonly string[];
  readonly duplicates: number;
}

const SEPARATORS = /[,;|\t\n\r\u2028\u2029]+/;
const WITHOUT_PREFIX = /^\(?[789]/;
const PREFIX = /^\(?(?:0|(?:00)?2340?)\)?$/;

interface Entry {
  readonly text: string;
  readonly phone: string | undefined;
}

const read = (text: string): Entry => ({ text, phone: normalisePhone(text) });

/**
 * Parses a list of phone numbers, separated by commas, semicolons, tabs, vertical bars, line breaks or spaces.
 */
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

export const smsCost = (pages: number, recipients: number, pagePrice: Kobo): Kobo =>
  BigInt(pages) * BigInt(recipients) * pagePrice;
