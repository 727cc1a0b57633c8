import { hash } from 'node:crypto';
import { KEY_CHANGE_ENDING, PARTIAL_ENDING, TOKEN_LATE_ENDING } from '../endings.js';
import { PRODUCTS } from './products.js';
import type { Payment } from '../vendor-books.js';

const KWH_NAIRA = 209.5;
const TOKEN_DIGITS = 20;
const UNREADABLE = 'Voucher KX-17, call the disco';

export function artefactsOf(payment: Payment): string {
  if (payment.state === 'review' && payment.prepaid) return `,"purchased_code":"${UNREADABLE}"`;
  if (payment.state !== 'delivered') return '';
  if (payment.prepaid) return tokenOf(payment);
  return PRODUCTS.get(payment.service)?.type === 'Education' ? cardsOf(payment) : '';
}

function tokenOf({ requestId, recipient, amount, queries }: Payment): string {
  // Return no token yet, because some electricity companies send the token only some time after the
  // purchase.
  if (recipient.endsWith(TOKEN_LATE_ENDING) && queries === 0) return '';
  const token = digits(requestId, TOKEN_DIGITS);
  const units = (amount / KWH_NAIRA).toFixed(1);
  if (recipient.endsWith(KEY_CHANGE_ENDING)) {
    const [first, second] = ['kct1', 'kct2'].map((change) => digits(`${requestId}/${change}`, TOKEN_DIGITS));
    return `,"purchased_code":"KCT1: ${first}, KCT2: ${second}, Token: ${token}","PurchasedUnits":"${units}"`;
  }
  return `,"purchased_code":"Token : ${token}","token":"Token : ${token}","units":"${units} kWh","tokenAmount":${amount}`;
}

function cardsOf(payment: Payment): string {
  const cards = Array.from({ length: piecesDelivered(payment) }, (_, index) => ({
    Serial: `WRN${digits(`${payment.requestId}/serial/${index}`, 9)}`,
    Pin: digits(`${payment.requestId}/pin/${index}`, 12),
  }));
  const words = cards.map(({ Serial, Pin }) => `Serial No:${Serial}, pin: ${Pin}`).join(' | ');
  return `,"purchased_code":${JSON.stringify(words)},"cards":${JSON.stringify(cards)}`;
}

export const piecesDelivered = ({ recipient, quantity = 1 }: Payment): number =>
  recipient.endsWith(PARTIAL_ENDING) ? Math.ceil(quantity / 2) : quantity;

/**
 * Returns digits that look random but depend only on `seed`. A query of the outcome therefore gets
 * the same digits as the purchase.
 */
function digits(seed: string, length: number): string {
  const value = BigInt(`0x${hash('sha256', seed, 'hex')}`);
  return String(value).slice(-length).padStart(length, '1');
}
