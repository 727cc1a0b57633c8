import { shownText } from '../../../../services/contracts/fields/plain-text.js';
import type { Transaction } from '../../api/transactions.api.js';
import { labelText } from '../../domain/brands/brands.js';
import { phoneText } from '../../domain/phone.js';
import type { Product } from '../../domain/products.js';
import { repeat, t } from '../../languages/language.js';
import { lagosTime, naira } from '../../ui/format.js';
import { isArtefact } from './receipt-facts.js';
import type { ReceiptPicture } from './receipt-image.js';
import { statusText } from '../../domain/transaction-card.js';
import { titleOf } from '../../domain/receipt/receipt-texts.js';
import { brand } from '../../languages/brand.js';

const codesOf = (transaction: Transaction, product: Product | undefined) =>
  transaction.facts
    .filter(isArtefact(product))
    .map(({ label, value }) => ({ label: shownText(label), value: shownText(value) }));

const whatOf = ({ product, phone_number }: Transaction): string =>
  shownText(
    t('{product} to {recipient}', { product: labelText(product), recipient: phoneText(phone_number) }),
  );

/** Receipt as text. The text contains tokens and pins, because the reader needs them. */
export function textOf(transaction: Transaction, product: Product | undefined): string {
  return [
    t('{name} receipt: {status}', { name: brand().name, status: statusText(transaction.transaction_status) }),
    `${naira(transaction.face_value)} ${whatOf(transaction)}`,
    ...codesOf(transaction, product).map(({ label, value }) => `${repeat(label)}: ${value}`),
    t('Paid {price} on {time}', {
      price: naira(transaction.price),
      time: lagosTime(transaction.transaction_history_date),
    }),
    t('Reference {reference}', { reference: transaction.api_transaction_reference }),
  ].join('\n');
}

/** Receipt for a picture. The picture does not show the balance. */
export const pictureOf = (transaction: Transaction, product: Product | undefined): ReceiptPicture => ({
  status: transaction.transaction_status,
  title: titleOf(transaction, product?.receipt),
  amount: naira(transaction.face_value),
  what: whatOf(transaction),
  codes: codesOf(transaction, product),
  lines: [
    { label: t('Service'), value: product ? t(product.name) : transaction.service },
    {
      label: product ? t(product.receipt.recipient) : t('Recipient'),
      value: shownText(phoneText(transaction.phone_number)),
    },
    { label: t('Paid'), value: naira(transaction.price) },
    { label: t('Date'), value: lagosTime(transaction.transaction_history_date) },
    { label: t('Reference'), value: transaction.api_transaction_reference },
  ].filter(({ value }) => value !== ''),
});
