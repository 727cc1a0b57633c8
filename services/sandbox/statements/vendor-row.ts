import { BET_VENDOR, betCharge, betOrderId } from '../bet/bet.routes.js';
import { transferFee, transferIdOf } from '../monnify/disbursement-answers.js';
import { SME_SERVICE, smeCharge, smeOrderId } from '../sme-data/sme-data.routes.js';
import { messageIdOf, smsCharge } from '../termii/termii.routes.js';
import { chargeOf, transactionIdOf } from '../vtpass/answers.js';
import { type Payment, SMS_VENDOR, TRANSFER_VENDOR } from '../vtpass/vendor-books.js';

/** A line of a vendor's statement. */
export interface StatementRow {
  /** As the customer named it; empty where the vendor takes no name. */
  readonly reference: string;
  readonly transactionId: string;
  readonly product: string;
  /** Naira. */
  readonly charged: number;
  readonly status: string;
  /** Milliseconds since 1970. */
  readonly at: number;
}

/** What is under review, and what the vendor does not know itself, is not over. */
const STATUS: Readonly<Record<Payment['state'], string>> = {
  delivered: 'delivered',
  pending: 'pending',
  review: 'pending',
  unknown: 'pending',
  notFound: 'failed',
  failed: 'failed',
  reversed: 'reversed',
};

/** What the vendor of the payment says of it, and nothing of whom it was for. */
export function vendorRow(payment: Payment): StatementRow {
  const { vendor, requestId, service, state, at } = payment;
  const row = { reference: requestId, product: service, status: STATUS[state], at };
  if (service === SME_SERVICE)
    return { ...row, reference: '', transactionId: smeOrderId(payment), charged: smeCharge(payment) };
  switch (vendor) {
    case SMS_VENDOR:
      return {
        ...row,
        reference: requestId.split('/')[0]!,
        transactionId: messageIdOf(payment),
        charged: smsCharge(payment),
      };
    case BET_VENDOR:
      return { ...row, transactionId: String(betOrderId(payment)), charged: betCharge(payment) };
    case TRANSFER_VENDOR: {
      const kept = state === 'failed' || state === 'reversed';
      const charged = kept ? 0 : payment.amount + transferFee(payment.amount);
      return { ...row, transactionId: transferIdOf(payment), charged };
    }
    default:
      return { ...row, transactionId: transactionIdOf(payment), charged: chargeOf(payment) };
  }
}
