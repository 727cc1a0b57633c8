import { ownEntry } from '../../../services/contracts/own-entry.js';

/* English source sentences are the catalogue keys: English loads no catalogue, other languages load theirs
   as a separate part. */

declare const unsaid: unique symbol;

/**
 * Untranslated text in a table or descriptor. Translate it with `t` when drawing: the language can change.
 */
export interface Message {
  readonly [unsaid]: true;
}

/** Formatted values of the `{name}` placeholders, such as ₦1,000.00. */
export type Values = Readonly<Record<string, string | number>>;

/** Undefined for missing keys. */
export interface Speaker {
  readonly say: (key: string, values: Values) => string | undefined;
  /** Translates a text of the server. Finds the text by a pattern of `FILLED`. */
  readonly repeat: (sentence: string) => string;
}

let speaker: Speaker | undefined;

/** Undefined for English. */
export function speakThrough(other: Speaker | undefined): void {
  speaker = other;
}

/** Marks text for `texts.mjs`. */
export const msg = (english: string): Message => english as unknown as Message;

/** Text of shared components: `Message` for customers, plain English for administrators. */
export type Text = string | Message;

export const textOf = (text: Text): string => say(text as string, text as string, {});

/** Accepts literals and `Message` only: other strings are in no catalogue. */
export type Written<Text extends string> = string extends Text ? Message : Text | Message;

/** `t('Send {amount} to {name}', { amount, name })` */
export const t = <Text extends string>(english: Written<Text>, values: Values = {}): string =>
  say(english as string, english as string, values);

/** Chooses a text by number, available as `{n}`: `plural(3, '{n} row', '{n} rows')`. */
export const plural = (number: number, one: string, other: string, values: Values = {}): string =>
  say(`{number, plural, one {${one}} other {${other}}}`, number === 1 ? one : other, {
    number,
    n: grouped(String(number)),
    ...values,
  });

/** Unknown sentences stay unchanged. */
export const repeat = (sentence: string): string => speaker?.repeat(sentence) ?? sentence;

const say = (key: string, english: string, values: Values): string =>
  speaker?.say(key, values) ??
  english.replace(/\{(\w+)\}/g, (whole, name: string) => String(ownEntry(values, name) ?? whole));

/** Thousands separators: 1,234 and 1,234.50. `Intl` would block drawing for 20 ms. */
export const grouped = (digits: string): string => digits.replace(/\d(?=(?:\d{3}){1,5}(?:\.|$))/g, '$&,');
