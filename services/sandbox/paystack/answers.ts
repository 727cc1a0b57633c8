import type { ReservedAccount, Transfer } from '../provider-books.js';
import { sessionId } from '../session-id.js';
import { PAYSTACK_BOOKS } from './paystack-books.js';
import type { PaystackCustomer } from './paystack-customers.js';

export const success = (message: string, data: unknown, meta?: unknown) => ({
  status: true,
  message,
  data,
  ...(meta !== undefined && { meta }),
});

export const refusal = (message: string, code = 'validation_error') => ({
  status: false,
  message,
  type: 'validation_error',
  code,
});

export const customerBody = (customer: PaystackCustomer, account: ReservedAccount | undefined) => ({
  id: customer.id,
  customer_code: customer.code,
  email: customer.email,
  first_name: customer.firstName,
  last_name: customer.lastName,
  phone: customer.phone,
  identified: false,
  dedicated_account: account ? accountBody(account) : null,
});

export const accountBody = (account: ReservedAccount) => ({
  bank: { name: PAYSTACK_BOOKS.banks[0]!.bankName, id: 20, slug: PAYSTACK_BOOKS.banks[0]!.bankCode },
  account_name: account.accountName,
  account_number: account.accountNumbers[0],
  assigned: true,
  currency: 'NGN',
  active: true,
  id: Number(account.accountNumbers[0]),
});

/** Transaction as it appears in the verify call, in the list and in the webhook. Amounts are kobo. */
export function transactionBody(transfer: Transfer) {
  const { account, accountNumber, amount, at, number, transactionReference } = transfer;
  const [first_name = '', ...rest] = account.customerName.split(' ');
  return {
    id: 4_000_000_000 + number,
    domain: 'test',
    status: 'success',
    reference: transactionReference,
    amount: koboOf(amount),
    message: null,
    gateway_response: 'Approved',
    paid_at: new Date(at).toISOString(),
    created_at: new Date(at).toISOString(),
    channel: 'dedicated_nuban',
    currency: 'NGN',
    ip_address: null,
    metadata: { receiver_account_number: accountNumber, receiver_bank: 'Wema Bank', custom_fields: [] },
    fees: feeOf(amount),
    customer: {
      id: number,
      first_name,
      last_name: rest.join(' '),
      email: account.customerEmail,
      customer_code: account.accountReference,
      phone: null,
      metadata: null,
      risk_action: 'default',
    },
    authorization: {
      authorization_code: 'AUTH_0000000000',
      channel: 'dedicated_nuban',
      card_type: 'transfer',
      bank: 'GTBank',
      country_code: 'NG',
      brand: 'Managed Account',
      reusable: false,
      sender_bank: 'GTBank',
      sender_bank_account_number: 'XXXXXX6789',
      sender_name: 'ADA OKAFOR',
      session_id: sessionId('000017', number, at),
      receiver_bank_account_number: accountNumber,
      receiver_bank: 'Wema Bank',
    },
  };
}

export const chargeWebhook = (transfer: Transfer): string =>
  JSON.stringify({ event: 'charge.success', data: transactionBody(transfer) });

const koboOf = (naira: number): number => Math.round(naira * 100);

const FEE_MAX_KOBO = 30_000;

/** Fee of Paystack: 1 %, at most ₦300. */
const feeOf = (naira: number): number => Math.min(FEE_MAX_KOBO, Math.ceil(koboOf(naira) / 100));
