import { groupOf } from '../../contracts/fields/account-groups.js';

/**
 * Writes the names of our accounts as account names of hledger and beancount. Special characters
 * become codes. Each name can be turned back into our name, so no forged name can look like another
 * account.
 */

const LETTER_OR_DIGIT = /[A-Za-z0-9]/;
const LOWER = /[a-z]/;
const UPPER = /[A-Z]/;

function codeOf(character: string): string {
  const code = character.charCodeAt(0);
  const digits = code.toString(16).toUpperCase();
  return code < 0x80 ? digits.padStart(2, '0') : `u${digits.padStart(4, '0')}`;
}

const characterOf = (code: string): string => String.fromCharCode(parseInt(code.replace('u', ''), 16));

const HLEDGER_PLAIN = /[A-Za-z0-9_.-]/;

/**
 * Writes a text so that it cannot break a line of the journal. Each unsafe character becomes `%`
 * and a code.
 */
export const plainText = (text: string): string =>
  text.replace(/[^A-Za-z0-9_.:-]/g, (character) => `%${codeOf(character)}`);

export function hledgerAccount(account: string): string {
  const part = (text: string): string =>
    Array.from({ length: text.length }, (_, at) => text.charAt(at))
      .map((character) => (HLEDGER_PLAIN.test(character) ? character : `%${codeOf(character)}`))
      .join('');
  const parts = account.split(':');
  // Escape all colons when a part of the name is empty, because hledger ignores empty parts.
  return parts.includes('') ? part(account) || '%' : parts.map(part).join(':');
}

const HLEDGER_CODE = /%([0-9A-F]{2}|u[0-9A-F]{4})/g;

/** Inverse of {@link hledgerAccount}. */
export const accountOfHledger = (name: string): string =>
  name === '%' ? '' : name.replace(HLEDGER_CODE, (_, code: string) => characterOf(code));

/**
 * Turns `user_available:5f3c-…` into `Liabilities:User-available:5f3c-…`. Unknown accounts become
 * accounts of `Equity`. Special characters become `X` and a code. `accountOfBeancount` turns the
 * result back.
 */
export function beancountAccount(account: string): string {
  const [kind = '', ...rest] = account.split(':');
  return [
    groupOf(account)?.root ?? 'Equity',
    beancountPart(kind, '_'),
    ...rest.map((part) => beancountPart(part, '-')),
  ].join(':');
}

/** @param hyphen character of `part` that becomes `-` */
function beancountPart(part: string, hyphen: '_' | '-'): string {
  if (part === '') return ESCAPE;
  let name = '';
  for (let at = 0; at < part.length; at += 1) {
    const character = part.charAt(at);
    const first = at === 0;
    if (character === ESCAPE || (first && (UPPER.test(character) || character === ESCAPE.toLowerCase())))
      name += ESCAPE + codeOf(character);
    else if (first && LOWER.test(character)) name += character.toUpperCase();
    else if (LETTER_OR_DIGIT.test(character)) name += character;
    else if (!first && character === hyphen) name += '-';
    else name += ESCAPE + codeOf(character);
  }
  return name;
}

const ESCAPE = 'X';
const BEANCOUNT_CODE = /^X([0-9A-F]{2}|u[0-9A-F]{4})/;

/** Inverse of {@link beancountAccount}. */
export function accountOfBeancount(name: string): string {
  const [, kind = '', ...rest] = name.split(':');
  return [accountPart(kind, '_'), ...rest.map((part) => accountPart(part, '-'))].join(':');
}

function accountPart(name: string, hyphen: '_' | '-'): string {
  if (name === ESCAPE) return '';
  let part = '';
  for (let at = 0; at < name.length;) {
    const code = BEANCOUNT_CODE.exec(name.slice(at, at + 6))?.[1];
    if (code !== undefined) {
      part += characterOf(code);
      at += 1 + code.length;
      continue;
    }
    const character = name.charAt(at);
    if (at === 0) part += character.toLowerCase();
    else part += character === '-' ? hyphen : character;
    at += 1;
  }
  return part;
}
