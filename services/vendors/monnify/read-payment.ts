import { hash } from 'node:crypto';
import type { UnreadType } from '../../contracts/admin/unmatched.contract.js';
import type {
  ListedPayment,
  ProviderTransaction,
  Unread,
  UnreadAnswer,
  UnreadRow,
} from '../payment-provider.js';
import { koboOfPayment, koboRoundedDown } from '../provider-amount.js';
import { fieldsOf } from '../vendor-json.js';
import type { Answer } from './monnify.client.js';
import { paidAtOf } from './paid-at.js';

const REFERENCE_MAX = 128;
const WORD_MAX = 40;

/** Reads an answer to the status call, without payer details. */
export function readPayment(
  reference: string,
  { status, body, raw }: Answer,
): ProviderTransaction | UnreadAnswer {
  const digest = digestOf(raw);
  const fields = fieldsOf(body);
  const isAbout = fields?.['transactionReference'] === reference;
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
    // Round down: only the provider's fee depends on the settled amount, so a part below a kobo counts as
    // fee.
    settled: koboRoundedDown(settlementAmount),
    paidAt: paidAtOf(paidOn),
    raw: {
      digest,
      types: { status: typeOf(paymentStatus), currency: typeOf(currency), amount: typeOf(amountPaid) },
    },
  };
}

export const unreadAnswer = (
  transactionReference: string,
  type: UnreadType,
  digest: string,
): UnreadAnswer => ({ transactionReference, unread: { field: 'answer', type, digest } satisfies Unread });

export function readRow(row: unknown): ListedPayment | UnreadRow {
  const fields = fieldsOf(row);
  const { transactionReference: named, amountPaid } = fields ?? {};
  const transactionReference = referenceOf(named);
  if (transactionReference !== undefined) return { transactionReference, said: koboOfPayment(amountPaid) };
  const digest = digestOf(JSON.stringify(row, inOrder));
  return fields
    ? { field: 'reference', type: typeOf(named), digest }
    : { field: 'answer', type: typeOf(row), digest };
}

/** Sorts the fields of objects, for `JSON.stringify`. */
const inOrder = (_: string, value: unknown): unknown => {
  const fields = fieldsOf(value);
  return fields
    ? Object.fromEntries(Object.entries(fields).toSorted(([one], [other]) => (one < other ? -1 : 1)))
    : value;
};

export const digestOf = (raw: string): string => hash('sha256', raw, 'hex');

const referenceOf = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' && value.length <= REFERENCE_MAX ? value : undefined;

const wordOf = (value: unknown): string =>
  typeof value === 'string' && value.length <= WORD_MAX ? value : '';

function typeOf(value: unknown): UnreadType {
  if (value === undefined || value === null) return 'nothing';
  if (Array.isArray(value)) return 'list';
  if (typeof value === 'string') return 'text';
  if (typeof value === 'number') return 'number';
  return typeof value === 'boolean' ? 'boolean' : 'object';
}
