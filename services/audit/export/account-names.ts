import { groupOf } from '../../contracts/fields/account-groups.js';

/**
 * Names of accounts in the grammars of other tools, one to one: no two accounts share a name there, and each name tells its account.
 * What a tool does not allow is written as the code of the character, so that not even a name that somebody planted can pass for another.
 */

const LETTER_OR_DIGIT = /[A-Za-z0-9]/;
const LOWER = /[a-z]/;
const UPPER = /[A-Z]/;

/** Two hexadecimal digits of a character of ASCII; `u` and four of any other. */
function codeOf(character: string): string {
  const code = character.charCodeAt(0);
  const digits = code.toString(16).toUpperCase();
  return code < 0x80 ? digits.padStart(2, '0') : `u${digits.padStart(4, '0')}`;
}

const characterOf = (code: string): string => String.fromCharCode(parseInt(code.replace('u', ''), 16));

const HLEDGER_PLAIN = /[A-Za-z0-9_.-]/;

/** Text that breaks nothing in a line of a journal: `%` and the code of whatever could. Names of the product stay as they are. */
export const plainText = (text: string): string =>
  text.replace(/[^A-Za-z0-9_.:-]/g, (character) => `%${codeOf(character)}`);

/** The account as `balances` prints it; its parts are hledger's sub-accounts. */
export function hledgerAccount(account: string): string {
  const part = (text: string): string =>
    Array.from({ length: text.length }, (_, at) => text.charAt(at))
      .map((character) => (HLEDGER_PLAIN.test(character) ? character : `%${codeOf(character)}`))
      .join('');
  const parts = account.split(':');
  // An empty part is none to hledger: its colon is then written as a character.
  return parts.includes('') ? part(account) || '%' : parts.map(part).join(':');
}

const HLEDGER_CODE = /%([0-9A-F]{2}|u[0-9A-F]{4})/g;

/** The account that is called so in a journal of hledger. */
export const accountOfHledger = (name: string): string =>
  name === '%' ? '' : name.replace(HLEDGER_CODE, (_, code: string) => characterOf(code));

/**
 * `user_available:5f3c-…` is `Liabilities:User-available:5f3c-…`. A part begins with a capital or a digit and holds letters, digits and
 * hyphens: the first letter is turned into its capital, in the first part `_` into `-`, and `X` and the code stand for all else, for
 * what those two would be mistaken for as well. What the books do not know is equity.
 */
export function beancountAccount(account: string): string {
  const [kind = '', ...rest] = account.split(':');
  return [
    groupOf(account)?.root ?? 'Equity',
    beancountPart(kind, '_'),
    ...rest.map((part) => beancountPart(part, '-')),
  ].join(':');
}

/** @param hyphen the character that a hyphen stands for in this part */
function beancountPart(part: string, hyphen: '_' | '-'): string {
  // Nothing else ends with a bare escape.
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

/** The account that is called so in a file of beancount. */
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
