import { artefactsOf, piecesDelivered } from './artefacts.js';
import type { VendorState } from '../endings.js';
import { PRODUCTS } from './products.js';
import type { StatementWords } from '../statements/vendor-row.js';
import type { Payment } from '../vendor-books.js';

const SAYS: Readonly<
  Record<Exclude<VendorState, 'unknown' | 'notFound'>, readonly [code: string, words: string, status: string]>
> = {
  delivered: ['000', 'TRANSACTION SUCCESSFUL', 'delivered'],
  pending: ['099', 'TRANSACTION PROCESSING - PENDING', 'pending'],
  failed: ['016', 'TRANSACTION FAILED', 'failed'],
  reversed: ['040', 'TRANSACTION REVERSAL', 'reversed'],
  review: ['044', 'TRANSACTION RESOLVED', 'resolved'],
};

const EMPTY = 'null';
const NO_ARTEFACTS = ',"purchased_code":""';

export function transactionAnswer(payment: Payment): string {
  if (payment.state === 'notFound') return refusal('015', 'INVALID REQUEST ID');
  if (payment.state === 'unknown') return refusal('083', 'SYSTEM ERROR');
  const [code, words, status] = SAYS[payment.state];
  const { number, quantity = 1 } = payment;
  const amount = amountOf(payment);
  const product = PRODUCTS.get(payment.service)!;
  const commission = commissionOf(payment);
  const charged =
    payment.state === 'failed' || payment.state === 'reversed' ? 0 : roundNaira(amount - commission);
  const shownAmount = number % 2 === 0 ? String(amount) : `"${amount.toFixed(2)}"`;
  const date = new Date(payment.at).toISOString().replace('Z', '000Z');
  const shownDate =
    number % 3 === 2 ? `{"date":"${date}","timezone_type":3,"timezone":"Africa/Lagos"}` : `"${date}"`;
  return `{"code":"${code}","content":{"transactions":{"status":"${status}","product_name":"${product.name}","unique_element":"${payment.recipient}","unit_price":${roundNaira(payment.amount / quantity)},"quantity":${quantity},"service_verification":${EMPTY},"channel":"api","commission":${commission},"total_amount":${charged},"discount":${EMPTY},"type":"${product.type}","phone":"${payment.recipient}","name":${EMPTY},"convinience_fee":0,"amount":${shownAmount},"platform":"api","method":"api","transactionId":"${transactionIdOf(payment)}","commission_details":{"amount":${commission},"rate":"${product.commissionPercent.toFixed(2)}","rate_type":"percent","computation_type":"default"}}},"response_description":"${words}","requestId":"${payment.requestId}","amount":${shownAmount},"transaction_date":${shownDate}${artefactsOf(payment) || NO_ARTEFACTS}}`;
}

export const refusal = (code: string, words: string, errors?: readonly string[]): string =>
  JSON.stringify({ code, content: { errors: errors ?? words }, response_description: words });

export const reversalWebhook = (payment: Payment): string =>
  `{"type":"transaction-update","data":${transactionAnswer(payment)}}`;

/** Naira charged. */
export const chargeOf = (payment: Payment): number =>
  payment.state === 'delivered' ||
  payment.state === 'pending' ||
  payment.state === 'review' ||
  payment.state === 'unknown'
    ? roundNaira(amountOf(payment) - commissionOf(payment))
    : 0;

function commissionOf(payment: Payment): number {
  const { commissionPercent, commissionFlat } = PRODUCTS.get(payment.service)!;
  return commissionFlat === undefined
    ? roundNaira((payment.amount * commissionPercent) / 100)
    : commissionFlat * piecesDelivered(payment);
}

function amountOf(payment: Payment): number {
  const { amount, quantity = 1 } = payment;
  return quantity === 1 ? amount : roundNaira((amount / quantity) * piecesDelivered(payment));
}

const roundNaira = (naira: number): number => Math.round(naira * 100) / 100;

const transactionIdOf = (payment: Payment): string => `1741${String(payment.number).padStart(16, '0')}`;

/** Put this function last in the list `words`, because it accepts the payments of all vendors. */
export const vtpassStatement: StatementWords = (payment) => ({
  transactionId: transactionIdOf(payment),
  charged: chargeOf(payment),
});
