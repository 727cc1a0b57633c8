/**
 * Masks personal data for readers without permission. Different texts usually get different masks. Queries mask
 * a text when they read it, so no answer, list or file contains the full text.
 */

/** `ada.obi@mail.test` becomes `a***@m***.test`. */
export function maskedEmail(email: string): string {
  const [name = '', host = ''] = email.split('@', 2);
  const ending = host.includes('.') ? host.slice(host.lastIndexOf('.')) : '';
  return `${firstOf(name)}***@${firstOf(host)}***${ending}`;
}

/**
 * Masks a phone number: `+2348031234567` and `08031234567` become `0803***4567`. A text of up to 8
 * characters becomes `***`.
 */
export function maskedPhone(phone: string): string {
  const local = phone.startsWith('+234') ? `0${phone.slice('+234'.length)}` : phone;
  return local.length > 8 ? `${local.slice(0, 4)}***${local.slice(-4)}` : '***';
}

/** `Ada` becomes `A.` */
export const maskedName = (name: string): string => (name === '' ? '' : `${firstOf(name)}.`);

/** Replaces any text that is not empty by `***`, so that readers see only that a text exists. */
export const maskedWords = (words: string): string => (words === '' ? '' : '***');

/** `102.89.33.7` becomes `102.89.*.*`. An IPv6 address is shortened to its first two groups. */
export function maskedAddress(address: string): string {
  if (address === '') return '';
  const [first = '', second = ''] = address.split(address.includes(':') ? ':' : '.', 2);
  return address.includes(':') ? `${first}:${second}:*` : `${first}.${second}.*.*`;
}

/** Use `Array.from`, which does not split a surrogate pair. */
const firstOf = (text: string): string => Array.from(text)[0] ?? '';
