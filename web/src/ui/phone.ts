import { localPhone } from '../../../services/contracts/phones.js';

/** A number the way customers write it, 08031234567, however it came. */
export const phoneText = (phone: string): string => (phone.startsWith('+234') ? localPhone(phone) : phone);
