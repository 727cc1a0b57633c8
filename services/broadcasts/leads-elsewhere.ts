import { plainText } from '../contracts/fields/plain-text.js';

/** Also matches a full stop without a following space, so that such texts need an approval. */
const LINK = /[\p{L}\p{N}-](?:[.\u3002]| \. ?)\p{L}{2}|:\/\//u;
/** Matches `evil.c om` and `e v i l . c o m`, and neither `J.A Obi` nor `10 p.m to 2 a.m`. */
const SPACED_LINK =
  /(?:\p{L}{2}|\p{N})(?:[.\u3002]| \. ?)\p{L} \p{L}|(?<!\p{L})\p{L} \p{L}(?:[.\u3002]| \. ?)\p{L} \p{L}(?!\p{L})/u;
/** Matches no price: `@ N500`. */
const HANDLE = /@ ?(?!N(?:GN)? ?\p{Nd}[\p{Nd},.]*(?![\p{L}\p{N}_]))\p{L}(?:[\p{L}\p{N}_]| \p{L}(?!\p{L}))/iu;
const SPELT_DOT = / ?[[({] ?(?:\.|dot) ?[\])}] ?| dot /giu;
/**
 * Account numbers have 10 digits, and phone numbers have 11. Up to three other characters may separate two
 * digits.
 */
const NUMBER = /\p{Nd}(?:[^\p{L}\p{Nd}]{0,3}\p{Nd}){9}/u;
/** A number whose digits are separated by short words: `0123 then 456 then 789`. */
const SPLIT_NUMBER = /\p{Nd}(?:[^\p{Nd}]{0,12}\p{Nd}){9}/u;

/**
 * An account number may begin with 0, and an amount beside another amount may be a part of a number. Amounts
 * from 10 digits on look like account numbers.
 */
const AMOUNT =
  /(?<!\p{Nd}[,.]? ?)(?:₦|\bNGN|\bN) ?[1-9](?:\d{0,2}(?:,\d{3}){0,2}|\d{3,6})(?:\.\d\d)?(?![\p{Nd},.-]| ?(?:₦|NGN|N)? ?\p{Nd})/giu;
const AMOUNT_OF_SENTENCE =
  /(?<!\p{Nd} ?)(?:₦|\bNGN|\bN) ?[1-9](?:\d{0,2}(?:,\d{3}){0,2}|\d{3,6})(?:\.\d\d)?(?![,.-]?\p{Nd}| (?:₦|NGN|N)? ?\p{Nd})/giu;
const DATE =
  /(?<!\p{Nd})(?:[12]\d|3[01]|[1-9])(?:(?: to | and |-)(?:[12]\d|3[01]|[1-9]))? (?:January|February|March|April|May|June|July|August|September|October|November|December)(?: 20\d\d)?/gu;
const TIME = /(?<!\p{Nd})(?:[01]\d|2[0-3]):[0-5]\d(?!\p{Nd})/gu;
const SIZE =
  /(?<![\p{Nd}.,] ?)[1-9]\d{0,2} ?(?:[GMTK]B|%|days?|hours?|minutes?|weeks?|months?|years?|am|pm)(?![\p{L}\p{Nd}])(?! ?\p{Nd})/giu;

const DIGIT_WORDS = ['zero', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine'];
const DIGIT_WORD = /(?<!\p{L})(?:zero|one|two|three|four|five|six|seven|eight|nine)(?!\p{L})/giu;
/** Letters that look like digits. */
const ALIKE = /[Ool](?=\p{Nd})|(?<=\p{Nd})[Ool]/gu;

/** True for a text with a link, an email, an account number or a phone number. */
export function leadsElsewhere(text: string): boolean {
  const plain = plainText(text.normalize('NFKC'));
  const dotted = plain.replace(SPELT_DOT, '.');
  if (HANDLE.test(plain) || [LINK, SPACED_LINK].some((link) => link.test(plain) || link.test(dotted)))
    return true;
  const spelt = plain
    .replace(DIGIT_WORD, (word) => String(DIGIT_WORDS.indexOf(word.toLowerCase())))
    .replace(ALIKE, '0');
  if (NUMBER.test(spelt.replace(AMOUNT, 'x'))) return true;
  return [plain, spelt].some((each) => {
    const amounts = without([DATE, TIME, SIZE], each);
    const others = areClose(amounts) ? amounts : without([AMOUNT_OF_SENTENCE, DATE, TIME, SIZE], each);
    return SPLIT_NUMBER.test(others);
  });
}

const without = (ordinary: readonly RegExp[], text: string): string =>
  ordinary.reduce((left, each) => left.replace(each, '|'), text);

/** True for amounts that may be parts of one number, as in `N2345 then N678`. */
function areClose(text: string): boolean {
  let end = -Infinity;
  for (const { index, 0: amount } of text.matchAll(AMOUNT_OF_SENTENCE)) {
    if (index - end <= 12 && !/[.|]/.test(text.slice(end, index))) return true;
    end = index + amount.length;
  }
  return false;
}
