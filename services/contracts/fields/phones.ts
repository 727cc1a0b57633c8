import type { NetworkCode } from './codes.js';

/**
 * Which operator a number was issued by. Numbers move between operators, so this only advises: it preselects a
 * network and warns, and never blocks. The longest prefix wins.
 */
export const PHONE_PREFIXES: Readonly<Record<NetworkCode, readonly string[]>> = {
  1: [
    '07025',
    '07026',
    '0703',
    '0704',
    '0706',
    '0707',
    '0803',
    '0806',
    '0810',
    '0813',
    '0814',
    '0816',
    '0903',
    '0906',
    '0913',
    '0916',
  ],
  2: ['0705', '0805', '0807', '0811', '0815', '0905', '0915'],
  3: ['0701', '0708', '0802', '0808', '0812', '0901', '0902', '0904', '0907', '0911', '0912'],
  4: ['0809', '0817', '0818', '0908', '0909'],
};

const NETWORK_BY_PREFIX = new Map(
  Object.entries(PHONE_PREFIXES).flatMap(([network, prefixes]) =>
    prefixes.map((prefix) => [prefix, Number(network) as NetworkCode] as const),
  ),
);
const LONGEST_PREFIX = 5;
const SHORTEST_PREFIX = 4;

const NATIONAL = /^(?:\+?234|0)?([789][01]\d{8})$/;

/** A Nigerian mobile number as `+2348031234567`. Accepts local, international and ten-digit forms; undefined otherwise. */
export function normalisePhone(typed: string): string | undefined {
  if (typed.length > 14) return undefined;
  const match = NATIONAL.exec(typed);
  return match ? `+234${match[1]}` : undefined;
}

/** As people write it: in groups, with spaces, hyphens, dots or brackets between them. */
const WITHIN_TEXT =
  /(?<!\d)(?:\+?234[\s().\u2010-\u2014-]{0,3}(?:0[\s().\u2010-\u2014-]{0,3})?|0)[789][01](?:[\s().\u2010-\u2014-]{0,2}\d){8}(?!\d)/;

/**
 * Whether a text holds a Nigerian mobile number, in its local or international form. Ten digits alone are none: they may as well be
 * an account, or the reference of a bank.
 */
export const holdsPhone = (text: string): boolean => WITHIN_TEXT.test(text);

/** A normalised number the way customers write it: `08031234567`. */
export const localPhone = (e164: string): string => `0${e164.slice(4)}`;

/** What may stand between the digits of a number: spaces, brackets, dashes, and marks that are not seen. */
const AMONG_DIGITS = /[\s()\p{Pd}\p{Cf}]/gu;
const LOCAL_BEGINNING = /^0(?=[789]\d{2}[\d ]*$)/;

/**
 * What is searched for where a text was typed that may be a number, or the beginning of one as it is written here: its digits without
 * country code and 0, which rows hold that keep `+2348031234567` and those that keep `08031234567`. Any other text stays as it is.
 */
export function searchedPhone(typed: string): string {
  const whole = normalisePhone(typed.replace(AMONG_DIGITS, ''));
  return whole === undefined ? typed.replace(LOCAL_BEGINNING, '') : whole.slice('+234'.length);
}

/** The network a number (or the beginning of one, while it is typed) was issued by. undefined when no prefix fits. */
export function networkOfPhone(typed: string): NetworkCode | undefined {
  const local = typed.replace(/^(?:\+?234)/, '0');
  for (let length = LONGEST_PREFIX; length >= SHORTEST_PREFIX; length -= 1) {
    const network = NETWORK_BY_PREFIX.get(local.slice(0, length));
    if (network !== undefined && local.length >= length) return network;
  }
  return undefined;
}
