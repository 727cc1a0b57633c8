import { z } from 'zod';
import type { BankAccount } from '../../contracts/funding.contract.js';
import {
  ProviderRefused,
  ProviderUnavailable,
  ProviderUnreadable,
  type AccountRequest,
  type PaymentProvider,
  type ReservedAccount,
} from '../payment-provider.js';
import { digestOf, readRow, unreadAnswer, withoutPersonalData } from '../provider-answer.js';
import { koboOfMinorUnits } from '../provider-amount.js';
import { fieldsOf } from '../vendor-json.js';
import { PaystackClient, type PaystackAnswer, type PaystackOptions } from './paystack.client.js';
import { ACCOUNT_CHANNEL, readPayment } from './read-payment.js';

const PAGE_SIZE = 100;
/** Maximum number of pages in a list of payments. More pages cause `ProviderUnavailable`. */
const PAGES_MAX = 1_000;

const DedicatedAccount = z.object({
  bank: z.object({ name: z.string(), slug: z.string() }),
  account_name: z.string(),
  account_number: z.string().regex(/^\d{10}$/),
  active: z.literal(true).optional(),
});
const CustomerBody = z.object({ customer_code: z.string().regex(/^[A-Za-z0-9._-]{1,128}$/) });

/**
 * https://paystack.com/docs/api. The customer's code at Paystack is the account's reference, because payments
 * contain this code.
 */
export function createPaystackProvider(options: PaystackOptions): PaymentProvider {
  const client = new PaystackClient(options);

  /**
   * Returns the code of the customer at Paystack. For a known email, Paystack returns the existing customer.
   */
  async function customerCode({ firstName, lastName, email, phone }: AccountRequest): Promise<string> {
    const wanted = { email, first_name: firstName, last_name: lastName || firstName, phone };
    const made = await client.post('/customer', wanted);
    if (!isSuccess(made)) throw refusal('no customer', made);
    return read(CustomerBody, made).customer_code;
  }

  return {
    code: 'paystack',

    async reserveAccount(request): Promise<ReservedAccount> {
      const accountReference = request.accountReference ?? (await customerCode(request));
      // Look for existing accounts first, because an earlier answer may have been lost.
      const customer = await client.get(`/customer/${encodeURIComponent(accountReference)}`);
      if (!isSuccess(customer)) throw refusal('no account for an unknown customer', customer);
      const existing = accountsOf(customer.data);
      if (existing.length > 0) return { accountReference, bankAccounts: existing };
      const wanted = { customer: accountReference, preferred_bank: options.bank };
      const made = await client.post('/dedicated_account', wanted);
      if (!isSuccess(made)) throw refusal('no account', made);
      return { accountReference, bankAccounts: [bankAccount(read(DedicatedAccount, made))] };
    },

    async transaction(reference) {
      try {
        const answer = await client.get(`/transaction/verify/${encodeURIComponent(reference)}`);
        return isUnknown(answer) ? undefined : readPayment(reference, answer);
      } catch (error) {
        if (!(error instanceof ProviderUnreadable)) throw error;
        return unreadAnswer(reference, 'text', digestOf(error.raw()));
      }
    },

    async *references(from, to) {
      const period = { from: new Date(from).toISOString(), to: new Date(to).toISOString() };
      for (let page = 1; page <= PAGES_MAX; page += 1) {
        const query = { perPage: String(PAGE_SIZE), page: String(page), status: 'success', ...period };
        const answer = await client.get(`/transaction?${new URLSearchParams(query).toString()}`);
        const rows = read(z.array(z.unknown()), answer);
        for (const row of rows) {
          const { channel } = fieldsOf(row) ?? {};
          if (typeof channel === 'string' && channel !== ACCOUNT_CHANNEL) continue;
          yield readRow(row, { reference: 'reference', amount: 'amount' }, koboOfMinorUnits);
        }
        const { pageCount } = fieldsOf(answer.meta) ?? {};
        if (rows.length === 0 || page >= pagesOf(pageCount)) return;
      }
      throw new ProviderUnavailable('Paystack lists more transactions than one sweep takes');
    },

    close: () => client.close(),
  };
}

/** Infinity without a readable number: the list then ends with an empty page. */
const pagesOf = (pageCount: unknown): number =>
  (typeof pageCount === 'number' || typeof pageCount === 'string') && Number(pageCount) > 0
    ? Number(pageCount)
    : Infinity;

const isSuccess = ({ status }: PaystackAnswer): boolean => status === 200 || status === 201;

/**
 * True when Paystack answers that a payment does not exist. After any other refusal, an administrator must
 * decide about the payment.
 */
const isUnknown = ({ status, isRefusal, code, message }: PaystackAnswer): boolean =>
  (status === 404 && isRefusal) ||
  (status === 400 && (code === 'transaction_not_found' || message === 'Transaction reference not found'));

/** Accounts that are not in use or cannot be read are left out. */
function accountsOf(customer: unknown): BankAccount[] {
  const { dedicated_accounts: several, dedicated_account: one } = fieldsOf(customer) ?? {};
  const rows: unknown[] = Array.isArray(several) && several.length > 0 ? several : [one];
  return rows.flatMap((row) => {
    const account = DedicatedAccount.safeParse(row);
    return account.success ? [bankAccount(account.data)] : [];
  });
}

const bankAccount = (account: z.output<typeof DedicatedAccount>): BankAccount => ({
  bankCode: account.bank.slug,
  bankName: account.bank.name,
  accountNumber: account.account_number,
  accountName: account.account_name,
});

function read<Shape extends z.ZodType>(shape: Shape, answer: PaystackAnswer): z.output<Shape> {
  const parsed = isSuccess(answer) ? shape.safeParse(answer.data) : undefined;
  if (parsed?.success) return parsed.data;
  const fields =
    parsed?.error.issues.map((issue) => issue.path.join('.')).join(', ') ??
    withoutPersonalData(answer.message);
  throw new ProviderUnavailable(`Paystack answered ${answer.status} in an unknown shape: ${fields}`);
}

const refusal = (what: string, { status, message }: PaystackAnswer): ProviderRefused =>
  new ProviderRefused(`Paystack made ${what} (${status}): ${withoutPersonalData(message)}`);
