import type { ProviderTransaction, UnreadAnswer } from '../payment-provider.js';
import { digestOf, referenceOf, sessionIn, typeOf, unreadAnswer, wordOf } from '../provider-answer.js';
import { koboOfMinorUnits } from '../provider-amount.js';
import { ownEntry } from '../../contracts/own-entry.js';
import { paidAtOf } from '../paid-at.js';
import { fieldsOf } from '../vendor-json.js';
import type { PaystackAnswer } from './paystack.client.js';

/**
 * Channel of payments to bank accounts of customers. Payments through any other channel, such as
 * cards, are not credited.
 */
export const ACCOUNT_CHANNEL = 'dedicated_nuban';

/** Translates Paystack's statuses into words that `judge` in `funding.decider.ts` knows. */
const STATUSES: Readonly<Record<string, string>> = {
  success: 'PAID',
  failed: 'FAILED',
  abandoned: 'ABANDONED',
  reversed: 'REVERSED',
  ongoing: 'PENDING',
  pending: 'PENDING',
  processing: 'PENDING',
  queued: 'PENDING',
};

/** Reads Paystack's answer about one payment, without details of the payer. */
export function readPayment(
  reference: string,
  { status, data, raw }: PaystackAnswer,
): ProviderTransaction | UnreadAnswer {
  const digest = digestOf(raw);
  const fields = fieldsOf(data);
  if (status !== 200 || !fields || referenceOf(fields['reference']) !== reference)
    return unreadAnswer(reference, status === 200 ? typeOf(data) : 'refusal', digest);
  const { status: word, amount, currency, channel, customer, fees } = fields;
  const paid = koboOfMinorUnits(amount);
  const fee = koboOfMinorUnits(fees);
  const isIntoAccount = channel === ACCOUNT_CHANNEL;
  return {
    transactionReference: reference,
    accountReference: isIntoAccount ? referenceOf(fieldsOf(customer)?.['customer_code']) : undefined,
    status: ownEntry(STATUSES, wordOf(word)) ?? '',
    currency: wordOf(currency),
    paid,
    settled: paid !== undefined && fee !== undefined && fee <= paid ? paid - fee : undefined,
    paidAt: paidAtOf(fields['paid_at'] ?? fields['paidAt']),
    session: sessionIn([fields['authorization'], fields['metadata'], fields]),
    raw: {
      digest,
      types: { status: typeOf(word), currency: typeOf(currency), amount: typeOf(amount) },
    },
  };
}
