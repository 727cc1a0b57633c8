import { RuleBroken } from '../../contracts/errors.js';
import { COMMON_PASSWORDS } from './common-passwords.js';

export interface PasswordOwner {
  readonly email: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly phone: string;
}

const DISTINCT_MIN = 3;
/** Shortest word that is looked for in a password. */
const WORD_MIN = 5;

let common: ReadonlySet<string> | undefined;

/** Splits the list on first use, to save memory in processes that set no passwords. */
const isCommon = (password: string): boolean =>
  (common ??= new Set(COMMON_PASSWORDS.trim().split(/\s+/))).has(password);

/** True for a sequence of neighbouring characters such as `12345678` or `hgfedcba`. */
function isRow(password: string): boolean {
  const codes = Array.from(password, (character) => character.codePointAt(0)!);
  const steps = codes.slice(1).map((code, index) => code - codes[index]!);
  return Math.abs(steps[0] ?? 0) === 1 && steps.every((step) => step === steps[0]);
}

function wordIn(password: string): string {
  const characters = Array.from(password);
  const isLetter = (character: string): boolean => /^\p{L}$/u.test(character);
  return characters.slice(characters.findIndex(isLetter), characters.findLastIndex(isLetter) + 1).join('');
}

/** Words that a stranger who knows the person tries first. */
function wordsOf({ email, firstName, lastName, phone }: PasswordOwner): readonly string[] {
  const [mailbox = '', domain = ''] = email.split('@');
  const words = [email, mailbox, domain, firstName, lastName, `${firstName}${lastName}`, phone];
  return words.map((word) => word.toLowerCase().replace(/\s/g, '')).filter((word) => word.length >= WORD_MIN);
}

/**
 * True for a new password that leaked lists contain, that has fewer than three different characters, that is
 * a sequence of neighbours, or that equals a personal detail of its owner. Digits and signs around a word are
 * ignored.
 */
export function isGuessable(password: string, owner?: PasswordOwner): boolean {
  const plain = password
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\s\p{Cf}]/gu, '');
  const word = wordIn(plain);
  const own = owner ? wordsOf(owner) : [];
  return (
    new Set(plain).size < DISTINCT_MIN ||
    isRow(plain) ||
    [plain, word].some((text) => isCommon(text) || own.includes(text))
  );
}

/**
 * @param owner details that the requesting person already knows, because the answer can reveal them
 * @throws RuleBroken(PASSWORD_GUESSABLE)
 */
export function refuseGuessable(password: string, owner?: PasswordOwner): void {
  if (isGuessable(password, owner)) throw new RuleBroken('PASSWORD_GUESSABLE', { field: 'password1' });
}
