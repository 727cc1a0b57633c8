import type { Kobo } from '../money.js';
import { normalisePhone } from './phones.js';

/**
 * What a text costs to send. A message is written in the 7-bit alphabet of GSM when every character is in it, in UCS-2
 * otherwise; a single message holds 160 septets or 70 code units, a part of a longer one 153 or 67.
 */
export type SmsEncoding = 'GSM-7' | 'UCS-2';

export const SMS_PAGES_MAX = 10;
export const SMS_RECIPIENTS_MAX = 1_000;

/** Letters and digits, as the networks take them. */
export const SENDER_ID = /^[A-Za-z0-9]{3,11}$/;

const BASIC = new Set(
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà',
);
/** Written as an escape and a character: two septets. */
const EXTENDED = new Set('^{}\\[~]|€\f');

export interface SmsText {
  readonly encoding: SmsEncoding;
  /** Septets, or UTF-16 code units: what the pages are counted in. */
  readonly length: number;
  readonly pages: number;
  /** What one page holds, given how many there are. */
  readonly perPage: number;
}

/** How a text is sent. An empty text is no page. */
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

/** An escape pair or a surrogate pair is never cut in two: what does not fit starts the next part. */
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
  /** `+234…`, each once, in the order they were typed. */
  readonly valid: readonly string[];
  /** As typed: what is no Nigerian mobile number. */
  readonly invalid: readonly string[];
  /** How many entries named a number that was there already. */
  readonly duplicates: number;
}

/** Reads a list of numbers separated by commas, semicolons or line breaks. */
export function readRecipients(list: string): SmsRecipients {
  const valid = new Set<string>();
  const invalid: string[] = [];
  let duplicates = 0;
  for (const entry of list.split(/[,;\n\r]+/)) {
    const typed = entry.trim();
    if (typed === '') continue;
    const phone = normalisePhone(typed.replace(/[\s()-]/g, ''));
    if (phone === undefined) invalid.push(typed);
    else if (valid.has(phone)) duplicates += 1;
    else valid.add(phone);
  }
  return { valid: [...valid], invalid, duplicates };
}

/** Pages times recipients times the price of one: whole kobo, so nothing is ever rounded. */
export const smsCost = (pages: number, recipients: number, pagePrice: Kobo): Kobo =>
  BigInt(pages) * BigInt(recipients) * pagePrice;
