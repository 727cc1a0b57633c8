/**
 * Masks personal data for readers without permission. The masked texts of two people still differ in most
 * cases. Queries mask while they read, so that no answer, list or file has the full text.
 */

/** `ada.obi@mail.test` becomes `a***@m***.test`. */
export function maskedEmail(email: string): string {
  const [name = '', host = ''] = email.split('@', 2);
  const ending = host.includes('.') ? host.slice(host.lastIndexOf('.')) : '';
  return `${firstOf(name)}***@${firstOf(host)}***${ending}`;
}

/** `+2348031234567` and `08031234567` become `0803***4567`. Texts of up to 8 characters become `***`. */
export function maskedPhone(phone: string): string {
  const local = phone.startsWith('+234') ? `0${phone.slice('+234'.length)}` : phone;
  return local.length > 8 ? `${local.slice(0, 4)}***${local.slice(-4)}` : '***';
}

/** `Ada` becomes `A.` */
export const maskedName = (name: string): string => (name === '' ? '' : `${firstOf(name)}.`);

/** Returns `***` for a text that is not empty, so that readers see only that a text exists. */
export const maskedWords = (words: string): string => (words === '' ? '' : '***');

/**
 * Hides the end of a network address. `102.89.33.7` becomes `102.89.*.*`. An IPv6 address keeps two groups.
 */
export function maskedAddress(address: string): string {
  if (address === '') return '';
  const [first = '', second = ''] = address.split(address.includes(':') ? ':' : '.', 2);
  return address.includes(':') ? `${first}:${second}:*` : `${first}.${second}.*.*`;
}

/** `Array.from` keeps surrogate pairs together. */
const firstOf = (text: string): string => Array.from(text)[0] ?? '';
