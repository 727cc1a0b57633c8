import type { Transaction } from '../../api/transactions.api.js';
import { labelText } from '../../domain/brands.js';
import { phoneText } from '../../domain/phone.js';
import type { Product } from '../../domain/products.js';
import { lagosTime, naira } from '../../ui/format.js';
import { isArtefact } from './receipt-facts.js';
import type { ReceiptPicture } from './receipt-image.js';
import { titleOf } from './receipt-texts.js';

const codesOf = (transaction: Transaction, product: Product | undefined) =>
  transaction.facts.filter(isArtefact(product)).map(({ label, value }) => ({ label, value }));

const whatOf = ({ product, phone_number }: Transaction): string =>
  `${labelText(product)} to ${phoneText(phone_number)}`;

/** The receipt as a text that can be sent to anybody; tokens and pins are in it, because they are what is wanted. */
export function textOf(transaction: Transaction, product: Product | undefined): string {
  return [
    `Naira Ledger receipt: ${transaction.transaction_status}`,
    `${naira(transaction.face_value)} ${whatOf(transaction)}`,
    ...codesOf(transaction, product).map(({ label, value }) => `${label}: ${value}`),
    `Paid ${naira(transaction.price)} on ${lagosTime(transaction.transaction_history_date)}`,
    `Reference ${transaction.api_transaction_reference}`,
  ].join('\n');
}

/** The same to be drawn. As in the text, what is left in the wallet is nobody else's business. */
export const pictureOf = (transaction: Transaction, product: Product | undefined): ReceiptPicture => ({
  status: transaction.transaction_status,
  title: titleOf(transaction, product?.receipt),
  amount: naira(transaction.face_value),
  what: whatOf(transaction),
  codes: codesOf(transaction, product),
  lines: [
    { label: 'Service', value: product?.name ?? transaction.service },
    { label: product?.receipt.recipient ?? 'Recipient', value: phoneText(transaction.phone_number) },
    { label: 'Paid', value: naira(transaction.price) },
    { label: 'Date', value: lagosTime(transaction.transaction_history_date) },
    { label: 'Reference', value: transaction.api_transaction_reference },
  ].filter(({ value }) => value !== ''),
});
