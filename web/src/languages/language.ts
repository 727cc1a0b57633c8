import { ownEntry } from '../../../services/contracts/own-entry.js';

declare const unsaid: unique symbol;

/**
 * Text that is translated later, for example a text in a table. Translate it with `t` during rendering,
 * because the language can change.
 */
export interface Message {
  readonly [unsaid]: true;
}

/** Formatted values for the `{name}` placeholders of a text, such as ₦1,000.00. */
export type Values = Readonly<Record<string, string | number>>;

export interface Speaker {
  readonly say: (key: string, values: Values) => string | undefined;
  readonly repeat: (sentence: string) => string;
}

let speaker: Speaker | undefined;

export function speakThrough(other: Speaker | undefined): void {
  speaker = other;
}

/** Marks a text for translation. `texts.mjs` collects all texts that are marked. */
export const msg = (english: string): Message => english as unknown as Message;

/**
 * Text of a component that customers and administrators share. Customers get a `Message`, administrators get
 * plain English.
 */
export type Text = string | Message;

export const textOf = (text: Text): string => say(text as string, text as string, {});

/** Text that can be translated: a literal or a `Message`. All other strings have no translation. */
export type Written<Text extends string> = string extends Text ? Message : Text | Message;

/** Translates a text: `t('Send {amount} to {name}', { amount, name })`. */
export const t = <Text extends string>(english: Written<Text>, values: Values = {}): string =>
  say(english as string, english as string, values);

/** Chooses one of two forms by a number: `plural(3, '{n} row', '{n} rows')`. `{n}` stands for the number. */
export const plural = (number: number, one: string, other: string, values: Values = {}): string =>
  say(`{number, plural, one {${one}} other {${other}}}`, number === 1 ? one : other, {
    number,
    n: grouped(String(number)),
    ...values,
  });

/** Translates a complete sentence. Returns the sentence unchanged when it has no translation. */
export const repeat = (sentence: string): string => speaker?.repeat(sentence) ?? sentence;

const say = (key: string, english: string, values: Values): string =>
  speaker?.say(key, values) ??
  english.replace(/\{(\w+)\}/g, (whole, name: string) => String(ownEntry(values, name) ?? whole));

/**
 * Adds thousands separators: 1,234 and 1,234.50. Does not use `Intl`, which would block the first render for
 * 20 ms.
 */
export const grouped = (digits: string): string => digits.replace(/\d(?=(?:\d{3}){1,5}(?:\.|$))/g, '$&,');
