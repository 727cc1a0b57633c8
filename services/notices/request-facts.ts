import { told as termsText } from '../catalog/funding-terms/funding-terms.decider.js';
import { contactsText } from '../contracts/brand/brand.js';
import { formatNaira } from '../contracts/money.js';
import type { Work } from '../money-desk/approval.events.js';

const naira = (kobo: string): string => formatNaira(BigInt(kobo));

/** Values of a request. Empty when its reason names them. */
export function factsOf(work: Work): string {
  switch (work.type) {
    case 'adjustment': {
      const delta = String(BigInt(work.after) - BigInt(work.before));
      return `Amount: ${naira(delta)} (${naira(work.before)} to ${naira(work.after)}).`;
    }
    case 'credit':
    case 'house':
    case 'house-spending':
    case 'review':
      return `Amount: ${naira(work.amount)}.`;
    case 'assignment':
    case 'chargeback-won':
      return `Amount: ${naira(work.payment.amount)}.`;
    case 'chargeback':
      return `Amount: -${naira(work.payment.amount)}, fee ${naira(work.payment.fee)}.`;
    case 'top-up':
    case 'settlement':
    case 'return':
      return `Amount: ${naira(work.line.amount)}.`;
    case 'bank-account':
      return `New: ${termsText(work.change.terms)}.`;
    case 'brand':
      return `New: ${contactsText(work.change.contacts, work.change.texts)}.`;
    case 'legal':
    case 'payouts':
    case 'price':
    case 'broadcast':
      return '';
  }
}
