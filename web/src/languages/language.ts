import { ownEntry } from '../../../services/contracts/own-entry.js';

/*
 * What the web says, in the language of whoever reads. The English sentence in the code is the key of every catalogue: English needs none
 * and loads none, another language comes as a part of its own that only its readers load.
 */

declare const unsaid: unique symbol;

/** A text that stands in a table or a descriptor, in English. `t` says it where it is shown: the language may have changed since. */
export interface Message {
  readonly [unsaid]: true;
}

/** What stands for each `{name}` of a text, as people read it: an amount as ₦1,000.00. */
export type Values = Readonly<Record<string, string | number>>;

/** Says a text of the catalogue in another language; undefined where its catalogue has no such text. */
export interface Speaker {
  readonly say: (key: string, values: Values) => string | undefined;
  /** A sentence that the server wrote, in English and filled in already. */
  readonly repeat: (sentence: string) => string;
}

let speaker: Speaker | undefined;

/** Says everything in another language from here on, or in English again. Only what is drawn afterwards. */
export function speakThrough(other: Speaker | undefined): void {
  speaker = other;
}

/** Marks a text for the catalogue where it is written down. */
export const msg = (english: string): Message => english as unknown as Message;

/** What shared parts show: texts of customers' tables, and of administrators', who read English. */
export type Text = string | Message;

/** Says a text of a shared part. */
export const textOf = (text: Text): string => say(text as string, text as string, {});

/** A text is written where it is said, or marked by `msg`: text of any other origin is in no catalogue. */
export type Written<Text extends string> = string extends Text ? Message : Text | Message;

/** Says a text: `t('Send {amount} to {name}', { amount, name })`. */
export const t = <Text extends string>(english: Written<Text>, values: Values = {}): string =>
  say(english as string, english as string, values);

/** Says one of two texts by a number, which stands in them as `{n}`: `plural(3, '{n} row', '{n} rows')`. */
export const plural = (number: number, one: string, other: string, values: Values = {}): string =>
  say(`{number, plural, one {${one}} other {${other}}}`, number === 1 ? one : other, {
    number,
    n: grouped(String(number)),
    ...values,
  });

/** What the server said, where the catalogue knows its sentence; else as it came. */
export const repeat = (sentence: string): string => speaker?.repeat(sentence) ?? sentence;

const say = (key: string, english: string, values: Values): string =>
  speaker?.say(key, values) ??
  english.replace(/\{(\w+)\}/g, (whole, name: string) => String(ownEntry(values, name) ?? whole));

/** Sets commas between thousands: 1,234 and 1,234.50. `Intl` would say the same, after 20 ms of its own in which nothing is drawn. */
export const grouped = (digits: string): string => digits.replace(/\d(?=(?:\d{3}){1,5}(?:\.|$))/g, '$&,');
