import { localPhone, networkOfPhone, normalisePhone } from '../../../services/contracts/fields/phones.js';
import type { NetworkCode } from '../../../services/contracts/services.js';
import { msg } from '../languages/language.js';

/** A number the way customers write it, 08031234567, however it came. */
export const phoneText = (phone: string): string => (phone.startsWith('+234') ? localPhone(phone) : phone);

export const PHONE_WANTED = msg('Enter a valid 11-digit Nigerian number.');

const plainPhone = (typed: string): string => typed.replace(/[\s().-]/g, '');

/** What was typed as a local number, 08031234567; undefined when it is none. */
export function readPhone(typed: string): string | undefined {
  const phone = normalisePhone(plainPhone(typed));
  return phone && localPhone(phone);
}

/** The network that issued the number, as far as it is typed. */
export const detectNetwork = (typed: string): NetworkCode | undefined => networkOfPhone(plainPhone(typed));
