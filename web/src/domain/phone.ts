import { localPhone, networkOfPhone, normalisePhone } from '../../../services/contracts/fields/phones.js';
import type { NetworkCode } from '../../../services/contracts/fields/codes.js';
import { msg } from '../languages/language.js';

/** Local form 08031234567 of a `+234` number. */
export const phoneText = (phone: string): string => (phone.startsWith('+234') ? localPhone(phone) : phone);

export const PHONE_WANTED = msg('Enter a valid 11-digit Nigerian number.');

const plainPhone = (typed: string): string => typed.replace(/[\s().-]/g, '');

/** Local form 08031234567; undefined when invalid. */
export function readPhone(typed: string): string | undefined {
  const phone = normalisePhone(plainPhone(typed));
  return phone && localPhone(phone);
}

/** Works with partial numbers. */
export const detectNetwork = (typed: string): NetworkCode | undefined => networkOfPhone(plainPhone(typed));
