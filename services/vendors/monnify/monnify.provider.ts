import type { z } from 'zod';
import {
  ProviderRefused,
  ProviderUnavailable,
  ProviderUnreadable,
  type AccountRequest,
  type Identity,
  type PaymentProvider,
  type ReservedAccount,
} from '../payment-provider.js';
import { ReservedBody, SearchBody } from './monnify.answers.js';
import { MonnifyClient, type Answer, type MonnifyOptions } from './monnify.client.js';
import { digestOf, unreadAnswer, withoutPersonalData } from '../provider-answer.js';
import { readMonnifyRow, readPayment } from './read-payment.js';

const PAGE_SIZE = 100;
/** Maximum number of pages in a list of payments. More pages cause `ProviderUnavailable`. */
const PAGES_MAX = 1_000;

/**
 * Payment provider Monnify, which gives customers bank accounts: https://developers.monnify.com.
 */
export function createMonnifyProvider(options: MonnifyOptions): PaymentProvider {
  const client = MonnifyClient.forQuestions(options);

  async function identify(accountReference: string, { kind, number }: Identity): Promise<void> {
    const path = `/api/v1/bank-transfer/reserved-accounts/${encodeURIComponent(accountReference)}/kyc-info`;
    const answer = await client.ask('PUT', path, { [kind]: number });
    if (answer.status === 200) return;
    throw new ProviderRefused(
      `Monnify did not take the ${kind} (${answer.status}): ${withoutPersonalData(answer.message)}`,
    );
  }

  return {
    code: 'monnify',

    async reserveAccount(request: AccountRequest): Promise<ReservedAccount> {
      const { contractCode } = options;
      const { userId, firstName, lastName, email, identity, accountReference = `NL-${userId}` } = request;
      const name = `${firstName} ${lastName}`.trim();
      const wanted = {
        accountReference,
        accountName: name,
        customerEmail: email,
        customerName: name,
        contractCode,
        currencyCode: 'NGN',
        getAllAvailableBanks: true,
        ...(identity && { [identity.kind]: identity.number }),
      };
      const made = await client.ask('POST', '/api/v2/bank-transfer/reserved-accounts', wanted);
      if (made.status === 200) return { accountReference, bankAccounts: read(ReservedBody, made).accounts };
      // Look for an existing account first. An earlier request may have opened the account although its
      // answer was lost.
      const path = `/api/v2/bank-transfer/reserved-accounts/${encodeURIComponent(accountReference)}`;
      const found = await client.ask('GET', path);
      if (found.status === 200) {
        if (identity) await identify(accountReference, identity);
        return { accountReference, bankAccounts: read(ReservedBody, found).accounts };
      }
      throw new ProviderRefused(
        `Monnify made no account (${made.status}): ${withoutPersonalData(made.message)}`,
      );
    },

    identify,

    async transaction(reference) {
      const path = `/api/v2/transactions/${encodeURIComponent(reference)}`;
      try {
        const answer = await client.ask('GET', path);
        // A 404 without Monnify's envelope does not come from Monnify.
        return answer.status === 404 && answer.isRefusal ? undefined : readPayment(reference, answer);
      } catch (error) {
        if (!(error instanceof ProviderUnreadable)) throw error;
        return unreadAnswer(reference, 'text', digestOf(error.raw()));
      }
    },

    async *references(from, to) {
      for (let page = 0; page < PAGES_MAX; page += 1) {
        const query = `page=${page}&size=${PAGE_SIZE}&from=${from}&to=${to}`;
        const { content, last, totalPages } = read(
          SearchBody,
          await client.ask('GET', `/api/v1/transactions/search?${query}`),
        );
        for (const row of content) yield readMonnifyRow(row);
        if (content.length === 0 || last === true || page + 1 >= (totalPages ?? Infinity)) return;
      }
      throw new ProviderUnavailable('Monnify lists more transactions than one sweep takes');
    },

    close: () => client.close(),
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
