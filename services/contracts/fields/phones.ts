import type { NetworkCode } from './codes.js';
import { numberText } from './plain-text.js';

/**
 * First digits of phone numbers, by the network that issued the number. Never refuse a number by these
 * digits, because a customer may have moved it to another network.
 */
export const PHONE_PREFIXES: Readonly<Record<NetworkCode, readonly string[]>> = {
  1: '07025 07026 0703 0704 0706 0707 0803 0806 0810 0813 0814 0816 0903 0906 0913 0916'.split(' '),
  2: '0705 0805 0807 0811 0815 0905 0915'.split(' '),
  3: '0701 0708 0802 0808 0812 0901 0902 0904 0907 0911 0912'.split(' '),
  4: '0809 0817 0818 0908 0909'.split(' '),
};

const COUNTRY = /^(?:\+|00)?2340?/;
const LOCAL = /^0?[789][01]\d{8}$/;
const LOCAL_LENGTH = 11;
const E164 = /^\+234[789][01]\d{8}$/;
const E164_LENGTH = 14;

const localDigits = (typed: string): string =>
  numberText(typed)
    .replace(/[ ().-]/g, '')
    .replace(COUNTRY, '0');

/**
 * Converts a typed phone number such as `0803 123 4567`, `+234 (0) 803 123 4567` or `8031234567` to
 * `+2348031234567`. Returns `undefined` for other texts.
 */
export function normalisePhone(typed: string): string | undefined {
  if (typed.length === E164_LENGTH && E164.test(typed)) return typed;
  const local = typed.length === LOCAL_LENGTH && LOCAL.test(typed) ? typed : localDigits(typed);
  return LOCAL.test(local) ? `+234${local.slice(-10)}` : undefined;
}

const WITHIN_TEXT =
  /(?<!\d)(?:\+?234[\s().\u2010-\u2014-]{0,3}(?:0[\s().\u2010-\u2014-]{0,3})?|0)[789][01](?:[\s().\u2010-\u2014-]{0,2}\d){8}(?!\d)/;

/**
 * True when a text contains a Nigerian mobile number. Ten digits without a prefix are not enough,
 * because they may be an account number or a reference of a bank.
 */
export const holdsPhone = (text: string): boolean => WITHIN_TEXT.test(text);

/** `+2348031234567` as `08031234567`. */
export const localPhone = (e164: string): string => `0${e164.slice(4)}`;

const LOCAL_BEGINNING = /^0(?=[789]\d{2}[\d ]*$)/;

/**
 * Prepares a typed phone number for a search. Removes `+234` or the first 0, even when only the
 * beginning of the number is typed.
 */
export function searchedPhone(typed: string): string {
  const whole = normalisePhone(typed);
  return whole === undefined ? typed.replace(LOCAL_BEGINNING, '') : whole.slice('+234'.length);
}

/**
 * Returns the network by the first digits of a phone number. Returns `undefined` for unknown first digits.
 */
export function networkOfPhone(typed: string): NetworkCode | undefined {
  const local = localDigits(typed);
  const found = Object.entries(PHONE_PREFIXES).find(([, prefixes]) =>
    prefixes.some((prefix) => local.startsWith(prefix)),
  );
  return found && (Number(found[0]) as NetworkCode);
}
