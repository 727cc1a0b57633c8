import { localPhone, normalisePhone } from '../../../services/contracts/fields/phones.js';
import { msg } from '../languages/language.js';

/** Local form 08031234567 of a number in the form `+234…`. */
export const phoneText = (phone: string): string => (phone.startsWith('+234') ? localPhone(phone) : phone);

export const PHONE_WANTED = msg('Enter a valid 11-digit Nigerian number.');

/** Local form 08031234567 of a typed number; undefined for an invalid one. */
export function readPhone(typed: string): string | undefined {
  const phone = normalisePhone(typed);
  return phone && localPhone(phone);
}
