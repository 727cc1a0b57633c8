import type { ExamPin } from '../contracts/artefacts.js';

export const TEXT_MAX = 2_000;
const LABEL_MAX = 40;
/** Maximum number of characters between a label and the token that follows it. */
const LABEL_WITHIN = 80;
const TOKEN_DIGITS = 20;
const TOKENS_MAX = 20;
const PINS_MAX = 100;

export interface LabelledToken {
  readonly value: string;
  readonly label?: string;
}

/**
 * Returns at most `max` characters of a text in a form that is safe to show. Control characters,
 * invisible characters and broken characters become spaces.
 */
export function plainText(text: string, max = TEXT_MAX): string {
  const kept = text.slice(0, max);
  return PRINTABLE_ASCII.test(kept) ? kept : kept.replace(/(?!\n)[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu, ' ');
}
const PRINTABLE_ASCII = /^[ -~]*$/;

const ordinary = (text: string): string =>
  plainText(text)
    .normalize('NFKC')
    .replace(/\p{Zs}/gu, ' ')
    .replace(/[\p{Pd}\u2212]/gu, '-');

/**
 * Matches tokens of twenty digits. The digits of a token stand together or in groups of four. Several tokens may
 * stand together.
 */
const IN_FOURS = /(?<=^|\D|KCT[12])(?:(?:\d{20})+|\d{4}(?:[ -]{1,3}\d{4}){4})(?!\d)/gi;
const TWENTY = /\d{20}/g;
/**
 * Matches a meter token of exactly twenty digits. Digits that follow the token, such as the number
 * of units, are not matched.
 */
const OF_TWENTY = /(?<!\d)\d(?:[ -]{0,3}\d){19}(?!\.?\d)/g;
/**
 * Matches a token of 10 to 45 digits, because some meters have shorter tokens. Up to three spaces or dashes
 * may stand between two digits.
 */
const ANY_LENGTH = /(?<!\d)\d(?:[ -]{0,3}\d){9,44}(?!\.?\d| {0,3}kwh\b)/gi;
const GROUP_MAX = 5;
const WHOLE_UNITS = /^[ -]{1,3}\d+ {0,3}kwh\b/i;
/** Matches words before a number that is no token. */
const OTHER_NUMBER =
  /\b(?:meter|account|acct|phone|mobile|customer|ref|reference|receipt|transaction|request|order|serial|date)(?:[ _-]?(?:no|number|id|ref|reference|code))?[ .:=#-]{0,6}$/i;
const TOKEN_LABEL = /(?:token|(?<![a-z])(?:pin|code))s?(?:[ _-]?(?:no|number|code))?[\s.:=#-]{0,6}$/i;
const TOKEN_FOR_METER = /^\s*token for (?:(?:the|your) )?meter ?[:=][\d -]+\.?$/i;

export function tokensIn(text: string): LabelledToken[] {
  const told = ordinary(text);
  const found: { readonly at: number; readonly end: number; readonly value: string }[] = [];
  const take = (written: string, at: number): string => {
    const digits = written.replace(/[ -]/g, '');
    const values = digits.length % TOKEN_DIGITS === 0 ? digits.match(TWENTY)! : [digits];
    for (const value of values) found.push({ at, end: at + written.length, value });
    return '|'.repeat(written.length);
  };
  const before = (from: number, at: number): string => told.slice(Math.max(from, at - LABEL_WITHIN), at);
  const rest = told.replace(IN_FOURS, take).replace(OF_TWENTY, take);
  if (found.length === 0) {
    const short = shortToken(rest);
    if (short) take(short[0], short.index);
  }
  let from = 0;
  return found
    .toSorted((one, other) => one.at - other.at)
    .slice(0, TOKENS_MAX)
    .map(({ at, end, value }): LabelledToken => {
      const label = labelAtEnd(before(from, at));
      from = end;
      return label === undefined ? { value } : { value, label };
    });
}

/** Undefined when several numbers could be the token. */
function shortToken(text: string): RegExpExecArray | undefined {
  const before = ({ index }: RegExpExecArray): string => text.slice(Math.max(0, index - LABEL_WITHIN), index);
  const all = Array.from(text.matchAll(ANY_LENGTH)).filter((match) => isOneNumber(match, text));
  const possible = TOKEN_FOR_METER.test(text)
    ? all
    : all.filter((match) => !OTHER_NUMBER.test(before(match)));
  const labelled = possible.filter((match) => TOKEN_LABEL.test(before(match)));
  const [first, ...others] = labelled.length > 0 ? labelled : possible;
  const digitsOf = (match: RegExpExecArray | undefined): string | undefined =>
    match?.[0].replace(/[ -]/g, '');
  return others.every((other) => digitsOf(other) === digitsOf(first)) ? first : undefined;
}

function isOneNumber({ 0: written, index }: RegExpExecArray, text: string): boolean {
  const groups = written.split(/[ -]+/);
  if (groups.length === 1) return true;
  const { length } = groups[0]!;
  const last = groups.pop()!;
  const end = index + written.length;
  return (
    length <= GROUP_MAX &&
    last.length <= length &&
    groups.every((group) => group.length === length) &&
    // The last group may be units.
    !WHOLE_UNITS.test(text.slice(end, end + LABEL_WITHIN))
  );
}

/**
 * Returns the last words in Latin letters, such as `KCT1`. A script that runs from right to left would
 * reverse the token on the screen.
 */
function labelAtEnd(before: string): string | undefined {
  const words = before.replace(/<[^<>]*>/g, ' ').match(/[\p{Script=Latin}\d][\p{Script=Latin}\d ()#/&_-]*/gu);
  const said = withoutEnd(words?.at(-1) ?? '').replace(/^[\d ]+(?:kwh )? */i, '');
  return /\p{L}/u.test(said) ? said.split(/ +/).slice(-4).join(' ').slice(0, LABEL_MAX) : undefined;
}

/**
 * Removes punctuation at the end of a text. A regular expression would need time that grows with the square
 * of the length.
 */
function withoutEnd(words: string): string {
  let end = words.length;
  while (end > 0 && ' (#/&_-'.includes(words[end - 1]!)) end -= 1;
  return words.slice(0, end);
}

/** Matches a pin or serial number together with its label, as in `Serial No:WRN1, pin: 0987 6543`. */
const NAMED =
  /\b(serial|s\/?n|pin|token)(?:s|[ _-]?(?:no|number|code))?\b[ .:=#-]{0,6}(?=[A-Za-z-]{0,8}\d)([A-Za-z0-9](?:[A-Za-z0-9-]| (?=\d)){0,40})/gi;

export function pinsIn(text: string): ExamPin[] {
  const pins: ExamPin[] = [];
  let card: { pin?: string; serial?: string } = {};
  const end = (): void => {
    const { pin, serial } = card;
    if (pin !== undefined) pins.push(serial === undefined ? { pin } : { pin, serial });
    card = {};
  };
  for (const [, name, value] of ordinary(text).matchAll(NAMED)) {
    const field = /^s/i.test(name!) ? 'serial' : 'pin';
    if (card[field] !== undefined) end();
    card[field] = value!.trim();
  }
  end();
  return pins.slice(0, PINS_MAX);
}
