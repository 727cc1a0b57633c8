import { DESTINATION_BANKS, holderOf } from './banks.js';
import type { VendorState } from '../endings.js';
import type { StatementWords } from '../statements/vendor-row.js';
import { TRANSFER_VENDOR, type Payment } from '../vendor-books.js';

/** States in Monnify's words. */
const WORDS: Readonly<Record<Exclude<VendorState, 'notFound' | 'unknown'>, string>> = {
  delivered: 'SUCCESS',
  pending: 'PENDING',
  failed: 'FAILED',
  reversed: 'REVERSED',
  review: 'PENDING_AUTHORIZATION',
};

export const transferFee = (amount: number): number => (amount < 10_000 ? 10 : amount < 50_000 ? 20 : 40);

export const transferService = (bankCode: string): string => `transfer-${bankCode}`;
const bankOf = ({ service }: Payment): string => service.slice('transfer-'.length);

export const singleBody = (payment: Payment) => ({
  amount: payment.amount,
  reference: payment.requestId,
  status: statusOf(payment),
  dateCreated: new Date(payment.at).toISOString(),
  totalFee: transferFee(payment.amount),
  sessionId: sessionOf(payment),
  destinationAccountName: holderOf(payment.recipient) ?? '',
  destinationBankName: DESTINATION_BANKS.get(bankOf(payment)) ?? '',
  destinationAccountNumber: payment.recipient,
  destinationBankCode: bankOf(payment),
});

const transferIdOf = ({ number }: Payment): string => `MFDS${String(number).padStart(16, '0')}`;

export const summaryBody = (payment: Payment) => ({
  amount: payment.amount,
  reference: payment.requestId,
  narration: 'Transfer',
  bankCode: bankOf(payment),
  bankName: DESTINATION_BANKS.get(bankOf(payment)) ?? '',
  accountNumber: payment.recipient,
  accountName: holderOf(payment.recipient) ?? '',
  status: statusOf(payment),
  fee: transferFee(payment.amount).toFixed(2),
  transactionReference: transferIdOf(payment),
  sessionId: sessionOf(payment),
  createdOn: new Date(payment.at).toISOString(),
});

/**
 * Returns the body of the webhook about a returned transfer as text, because the signature covers the exact
 * text.
 */
export const reversedDisbursement = (payment: Payment): string =>
  JSON.stringify({
    eventType: 'REVERSED_DISBURSEMENT',
    eventData: { ...summaryBody(payment), transactionDescription: 'Reversed by the beneficiary bank' },
  });

/** Row of a statement. `charged` is 0 for transfers that failed or were reversed. */
export const transferStatement: StatementWords = (payment) => {
  const { vendor, state, amount } = payment;
  if (vendor !== TRANSFER_VENDOR) return undefined;
  const kept = state === 'failed' || state === 'reversed';
  return { transactionId: transferIdOf(payment), charged: kept ? 0 : amount + transferFee(amount) };
};

/** Session id in the bank network NIP. The other bank knows the transfer by this id. */
const sessionOf = ({ number }: Payment): string => `09040524${String(number).padStart(22, '0')}`;

const statusOf = ({ state }: Payment): string =>
  state === 'notFound' || state === 'unknown' ? 'UNDEFINED' : WORDS[state];
