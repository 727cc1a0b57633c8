import type { ReservedAccount, Transfer } from '../provider-books.js';
import { sessionId } from '../session-id.js';
import { MONNIFY_BOOKS } from './monnify-books.js';

export const success = (responseBody: unknown) => ({
  requestSuccessful: true,
  responseMessage: 'success',
  responseCode: '0',
  responseBody,
});

export const refusal = (responseMessage: string, responseCode = '99') => ({
  requestSuccessful: false,
  responseMessage,
  responseCode,
});

export const accountBody = (account: ReservedAccount, contractCode: string) => ({
  contractCode,
  accountReference: account.accountReference,
  accountName: account.accountName,
  currencyCode: 'NGN',
  customerEmail: account.customerEmail,
  customerName: account.customerName,
  accounts: MONNIFY_BOOKS.banks.map((bank, index) => ({
    ...bank,
    accountNumber: account.accountNumbers[index],
    accountName: account.accountName,
  })),
  collectionChannel: 'RESERVED_ACCOUNT',
  reservationReference: `RSV-${account.accountReference}`,
  reservedAccountType: 'GENERAL',
  status: 'ACTIVE',
  createdOn: lagosTime(account.at),
  incomeSplitConfig: [],
  restrictPaymentSource: false,
});

/**
 * Body of the answer to a status call. As in Monnify's API, amounts are strings here, but numbers in the
 * webhook.
 */
export const statusBody = (transfer: Transfer) => ({
  transactionReference: transfer.transactionReference,
  paymentReference: transfer.transactionReference,
  amountPaid: `${transfer.amount.toFixed(2)}${isUnclear(transfer) ? '5' : ''}`,
  totalPayable: transfer.amount.toFixed(2),
  settlementAmount: settled(transfer).toFixed(2),
  paidOn: lagosTime(transfer.at),
  paymentStatus: 'PAID',
  paymentDescription: transfer.account.accountName,
  currency: 'NGN',
  paymentMethod: 'ACCOUNT_TRANSFER',
  product: { type: 'RESERVED_ACCOUNT', reference: transfer.account.accountReference },
  cardDetails: null,
  accountDetails: payer(transfer),
  accountPayments: [payer(transfer)],
  customer: { email: transfer.account.customerEmail, name: transfer.account.customerName },
  metaData: {},
});

export const searchRow = (transfer: Transfer) => ({
  customerDTO: {
    email: transfer.account.customerEmail,
    name: transfer.account.customerName,
    merchantCode: '',
  },
  createdOn: new Date(transfer.at).toISOString(),
  completedOn: new Date(transfer.at).toISOString(),
  amount: transfer.amount,
  amountPaid: transfer.amount,
  settlementAmount: settled(transfer),
  currencyCode: 'NGN',
  paymentMethod: 'ACCOUNT_TRANSFER',
  paymentStatus: 'PAID',
  completed: true,
  flagged: false,
  product: { type: 'RESERVED_ACCOUNT', reference: transfer.account.accountReference },
  transactionReference: transfer.transactionReference,
  paymentReference: transfer.transactionReference,
});

/**
 * Returns the body of the webhook `SUCCESSFUL_TRANSACTION` as text, because the signature covers the exact
 * text.
 */
export function webhookBody(transfer: Transfer): string {
  const bank = MONNIFY_BOOKS.banks[transfer.account.accountNumbers.indexOf(transfer.accountNumber)]!;
  return JSON.stringify({
    eventType: 'SUCCESSFUL_TRANSACTION',
    eventData: {
      product: { reference: transfer.account.accountReference, type: 'RESERVED_ACCOUNT' },
      transactionReference: transfer.transactionReference,
      paymentReference: transfer.transactionReference,
      paidOn: `${lagosTime(transfer.at)}`,
      paymentDescription: transfer.account.accountName,
      metaData: {},
      paymentSourceInformation: transfer.number % 2 === 0 ? [payer(transfer)] : payer(transfer),
      destinationAccountInformation: { ...bank, accountNumber: transfer.accountNumber },
      amountPaid: transfer.amount,
      totalPayable: transfer.amount,
      cardDetails: {},
      paymentMethod: 'ACCOUNT_TRANSFER',
      currency: 'NGN',
      settlementAmount: transfer.number % 2 === 0 ? settled(transfer).toFixed(2) : settled(transfer),
      paymentStatus: 'PAID',
      customer: { name: transfer.account.customerName, email: transfer.account.customerEmail },
    },
  });
}

/**
 * Beginning of account references for which the sandbox reports amounts with a fraction of a kobo.
 */
export const UNCLEAR_ACCOUNTS = 'unclear-';

const isUnclear = ({ account }: Transfer): boolean => account.accountReference.startsWith(UNCLEAR_ACCOUNTS);

/** Naira that Monnify keeps. */
const FEE = 10;

const settled = ({ amount }: Transfer): number => Math.max(0, Math.round((amount - FEE) * 100) / 100);

const payer = ({ amount, number, at }: Transfer) => ({
  bankCode: '058',
  bankName: 'GTBank',
  amountPaid: amount,
  accountName: 'ADA OKAFOR',
  sessionId: sessionId('000013', number, at),
  accountNumber: '0123456789',
});

/** Lagos time without an offset, such as `2021-11-17 11:28:42.615`. */
const lagosTime = (at: number): string =>
  new Date(at + 3_600_000).toISOString().replace('T', ' ').replace('Z', '');
