import { plainText } from '../contracts/fields/plain-text.js';

/** Also matches a full stop without a following space, so that such texts need an approval. */
const LINK = /[\p{L}\p{N}-](?:[.\u3002]| \. ?)\p{L}{2}|:\/\//u;
/**
 * Account numbers have 10 digits, and phone numbers have 11. Up to three other characters may separate two
 * digits.
 */
const NUMBER = /\p{Nd}(?:[^\p{L}\p{Nd}]{0,3}\p{Nd}){9}/u;
/** Amounts, which may be long: `₦1,000,000,000`. */
const AMOUNT = /(?:₦|\bNGN) ?\d{1,3}(?:,\d{3})*(?:\.\d\d)?(?![\p{Nd},.-])/gu;

/** True for a text with a link, an email, an account number or a phone number. */
export function leadsElsewhere(text: string): boolean {
  const plain = plainText(text.normalize('NFKC'));
  return LINK.test(plain) || NUMBER.test(plain.replace(AMOUNT, 'x'));
}
