import { localPhone, normalisePhone } from '../../../services/contracts/fields/phones.js';
import { msg } from '../languages/language.js';

/** Local form of a phone number in the form `+234…`, such as 08031234567. */
export const phoneText = (phone: string): string => (phone.startsWith('+234') ? localPhone(phone) : phone);

export const PHONE_WANTED = msg('Enter a valid 11-digit Nigerian number.');

/**
 * Local form of a phone number that a person typed, such as 08031234567. Undefined when the number is
 * invalid.
 */
export function readPhone(typed: string): string | undefined {
  const phone = normalisePhone(typed);
  return phone && localPhone(phone);
}
