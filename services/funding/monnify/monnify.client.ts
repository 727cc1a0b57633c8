import type { z } from 'zod';
import type { BankAccount } from '../../accounts/user.state.js';
import { ProviderRefused, ProviderUnavailable } from '../payment-provider.js';
import type { AccountOrder, PaymentProvider, ProviderTransaction } from '../payment-provider.js';
import { ReservedBody, SearchBody, TransactionBody } from './monnify.answers.js';
import { MonnifySession } from './monnify.session.js';
import type { Answer, MonnifyOptions } from './monnify.session.js';

const PAGE_SIZE = 100;
/** More payments than this between two sweeps are left to the next one. */
const PAGES_MAX = 1_000;

/** Monnify: https://developers.monnify.com. */
export function createMonnifyClient(options: MonnifyOptions): PaymentProvider {
  const session = new MonnifySession(options);
  return {
    code: 'monnify',

    async reserveAccount({ bvn, ...order }: AccountOrder): Promise<BankAccount[]> {
      const { contractCode } = options;
      const wanted = {
        ...order,
        contractCode,
        currencyCode: 'NGN',
        getAllAvailableBanks: true,
        ...(bvn && { bvn }),
      };
      const made = await session.call('POST', '/api/v2/bank-transfer/reserved-accounts', wanted);
      if (made.status === 200) return read(ReservedBody, made).accounts;
      // Refused, perhaps because it exists: then a try before this one made it, and the answer was lost.
      const path = `/api/v2/bank-transfer/reserved-accounts/${encodeURIComponent(order.accountReference)}`;
      const found = await session.call('GET', path);
      if (found.status === 200) return read(ReservedBody, found).accounts;
      throw new ProviderRefused(
        `Monnify made no account (${made.status}): ${withoutPersonalData(made.message)}`,
      );
    },

    async transaction(reference): Promise<ProviderTransaction | undefined> {
      const answer = await session.call('GET', `/api/v2/transactions/${encodeURIComponent(reference)}`);
      if (answer.status === 404) return undefined;
      const found = read(TransactionBody, answer);
      if (found.transactionReference !== reference)
        throw new ProviderUnavailable('Monnify answered about another transaction');
      return {
        transactionReference: reference,
        accountReference: found.product?.reference ?? undefined,
        status: found.paymentStatus,
        currency: found.currency ?? found.currencyCode ?? '',
        paid: found.amountPaid,
        settled: found.settlementAmount ?? undefined,
      };
    },

    async *references(from, to) {
      for (let page = 0; page < PAGES_MAX; page += 1) {
        const query = `page=${page}&size=${PAGE_SIZE}&from=${from}&to=${to}`;
        const { content, last, totalPages } = read(
          SearchBody,
          await session.call('GET', `/api/v1/transactions/search?${query}`),
        );
        for (const row of content) yield row.transactionReference;
        if (content.length === 0 || last === true || page + 1 >= (totalPages ?? Infinity)) return;
      }
      throw new ProviderUnavailable('Monnify lists more transactions than one sweep takes');
    },

    close: () => session.close(),
  };
}

function read<Shape extends z.ZodType>(shape: Shape, answer: Answer): z.output<Shape> {
  const parsed = answer.status === 200 ? shape.safeParse(answer.body) : undefined;
  if (parsed?.success) return parsed.data;
  const fields =
    parsed?.error.issues.map((issue) => issue.path.join('.')).join(', ') ??
    withoutPersonalData(answer.message);
  throw new ProviderUnavailable(`Monnify answered ${answer.status} in an unknown shape: ${fields}`);
}

/** The provider's words may repeat what they were told about the customer; what is thrown ends in a log. */
const withoutPersonalData = (message: string): string =>
  message
    .replace(/\S+@\S+/g, '(email)')
    .replace(/\d{6,}/g, '(number)')
    .slice(0, 200);
