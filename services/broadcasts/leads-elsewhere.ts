import { plainText } from '../contracts/fields/plain-text.js';

/** Also matches a missing space after a full stop, which then needs an approval too. */
const LINK = /[\p{L}\p{N}-]\.\p{L}{2}|:\/\//u;
/** Account numbers have 10 digits, and phone numbers have 11. */
const NUMBER = /\d(?:[ .,/-]?\d){9}/;

/** True for a text with a link, an email, an account number or a phone number. */
export function leadsElsewhere(text: string): boolean {
  const plain = plainText(text.normalize('NFKC'));
  return LINK.test(plain) || NUMBER.test(plain);
}
