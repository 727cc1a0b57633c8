/**
 * Personal data as it is shown to whoever may not see it: enough to tell two people apart, too little to reach one of
 * them. Masked where the data is read, so that no answer, list or file holds more.
 */

/** `ada.obi@mail.test` becomes `a***@m***.test`. */
export function maskedEmail(email: string): string {
  const [name = '', host = ''] = email.split('@', 2);
  const ending = host.includes('.') ? host.slice(host.lastIndexOf('.')) : '';
  return `${firstOf(name)}***@${firstOf(host)}***${ending}`;
}

/** `+2348031234567` and `08031234567` become `0803***4567`. What is no phone number keeps its last four characters at most. */
export function maskedPhone(phone: string): string {
  const local = phone.startsWith('+234') ? `0${phone.slice('+234'.length)}` : phone;
  return local.length > 8 ? `${local.slice(0, 4)}***${local.slice(-4)}` : '***';
}

/** `Ada` becomes `A.` */
export const maskedName = (name: string): string => (name === '' ? '' : `${firstOf(name)}.`);

/** What a person wrote: who may not see it is told that there is something. */
export const maskedWords = (words: string): string => (words === '' ? '' : '***');

/** `102.89.33.7` becomes `102.89.*.*`, an address of the newer kind keeps its first two groups: the network, not the household. */
export function maskedAddress(address: string): string {
  if (address === '') return '';
  const [first = '', second = ''] = address.split(address.includes(':') ? ':' : '.', 2);
  return address.includes(':') ? `${first}:${second}:*` : `${first}.${second}.*.*`;
}

/** The first character as people count them. */
const firstOf = (text: string): string => Array.from(text)[0] ?? '';
