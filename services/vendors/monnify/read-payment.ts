import type { ListedPayment, ProviderTransaction, UnreadAnswer, UnreadRow } from '../payment-provider.js';
import { koboOfPayment, koboRoundedDown } from '../provider-amount.js';
import {
  digestOf,
  readRow,
  referenceOf,
  sessionIn,
  typeOf,
  unreadAnswer,
  wordOf,
} from '../provider-answer.js';
import { fieldsOf } from '../vendor-json.js';
import type { Answer } from './monnify.client.js';
import { paidAtOf } from '../paid-at.js';

/** Reads Monnify's answer about one payment, without details of the payer. */
export function readPayment(
  reference: string,
  { status, body, raw }: Answer,
): ProviderTransaction | UnreadAnswer {
  const digest = digestOf(raw);
  const fields = fieldsOf(body);
  const isAbout = referenceOf(fields?.['transactionReference']) === reference;
  if (status !== 200 || !fields || !isAbout)
    return unreadAnswer(reference, status === 200 ? typeOf(body) : 'refusal', digest);
  const { paymentStatus, amountPaid, settlementAmount, product, paidOn } = fields;
  const currencies = [fields['currency'], fields['currencyCode']].filter((each) => (each ?? '') !== '');
  const [currency] = currencies;
  const isOne = new Set(currencies.map((each) => wordOf(each).toUpperCase())).size === 1;
  return {
    transactionReference: reference,
    accountReference: referenceOf(fieldsOf(product)?.['reference']),
    status: wordOf(paymentStatus),
    currency: isOne ? wordOf(currency) : '',
    paid: koboOfPayment(amountPaid),
    // Round down to a whole kobo. The remaining fraction counts as part of the provider's fee.
    settled: koboRoundedDown(settlementAmount),
    paidAt: paidAtOf(paidOn),
    session: sessionIn([fields['accountDetails'], ...listOf(fields['accountPayments'])]),
    raw: {
      digest,
      types: { status: typeOf(paymentStatus), currency: typeOf(currency), amount: typeOf(amountPaid) },
    },
  };
}

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

export const readMonnifyRow = (row: unknown): ListedPayment | UnreadRow =>
  readRow(row, { reference: 'transactionReference', amount: 'amountPaid' }, koboOfPayment);
