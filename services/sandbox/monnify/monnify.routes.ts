import { ownEntry } from '../../contracts/own-entry.js';
import type { FastifyInstance } from 'fastify';
import { accountBody, refusal, searchRow, statusBody, success } from './answers.js';
import type { ProviderBooks, ReservedAccount } from '../provider-books.js';
import type { MonnifyTokens } from './monnify-tokens.js';

export interface MonnifyDeps {
  readonly books: ProviderBooks;
  readonly tokens: MonnifyTokens;
  readonly now: () => number;
}

const PAGE_SIZE_MAX = 1_000;

/** Imitates https://developers.monnify.com. */
export function monnifyRoutes(app: FastifyInstance, { books, tokens, now }: MonnifyDeps): void {
  const { bearerOnly } = tokens;

  app.post('/api/v1/auth/login', async (request, reply) => {
    const login = tokens.login(request.headers.authorization);
    return login ? success(login) : reply.code(401).send(refusal('Unauthorized', '99'));
  });

  app.post('/api/v2/bank-transfer/reserved-accounts', { onRequest: bearerOnly }, async (request, reply) => {
    const body = (request.body ?? {}) as Record<string, unknown>;
    const text = (name: string): string => {
      const value = ownEntry(body, name);
      return typeof value === 'string' ? value.trim() : '';
    };
    const wanted = ['accountReference', 'accountName', 'contractCode', 'customerEmail', 'customerName'];
    const missing = wanted.filter((name) => text(name) === '');
    if (missing.length > 0 || body['currencyCode'] !== 'NGN')
      return reply.code(400).send(refusal(`Invalid request: ${missing.join(', ') || 'currencyCode'}`));
    if (!isIdentity(body)) return reply.code(422).send(refusal('Unable to verify the given BVN or NIN'));
    const account = books.reserve(
      text('accountReference'),
      text('accountName'),
      text('customerEmail'),
      text('customerName'),
      now(),
    );
    await books.durable();
    return success(accountBody(account, text('contractCode')));
  });

  app.put<{ Params: { reference: string } }>(
    '/api/v1/bank-transfer/reserved-accounts/:reference/kyc-info',
    { onRequest: bearerOnly },
    async (request, reply) => {
      const account = books.account(request.params.reference);
      if (!account) return reply.code(404).send(refusal('Cannot find reserved account'));
      if (!isIdentity((request.body ?? {}) as Record<string, unknown>))
        return reply.code(422).send(refusal('Unable to verify the given BVN or NIN'));
      return success(accountBody(account, '0000000000'));
    },
  );

  app.get<{ Params: { '*': string } }>(
    '/api/v2/bank-transfer/reserved-accounts/*',
    { onRequest: bearerOnly },
    async (request, reply) => {
      const account: ReservedAccount | undefined = books.account(request.params['*']);
      if (!account) return reply.code(404).send(refusal('Cannot find reserved account'));
      return success(accountBody(account, '0000000000'));
    },
  );

  app.get<{ Params: { '*': string } }>(
    '/api/v2/transactions/*',
    { onRequest: bearerOnly },
    async (request, reply) => {
      const transfer = books.find(request.params['*']);
      if (!transfer) return reply.code(404).send(refusal('There is no transaction with this reference'));
      return success(statusBody(transfer));
    },
  );

  // Monnify's call "Get All Transactions". `from` and `to` are Unix ms. Pages are counted from 0. The newest
  // transactions come first.
  app.get<{ Querystring: Record<string, string | undefined> }>(
    '/api/v1/transactions/search',
    { onRequest: bearerOnly },
    async (request) => {
      const whole = (name: string, otherwise: number): number => {
        const value = ownEntry(request.query, name);
        return value !== undefined && /^\d{1,15}$/.test(value) ? Number(value) : otherwise;
      };
      const [from, to] = [whole('from', 0), whole('to', Infinity)];
      const size = Math.min(Math.max(whole('size', 10), 1), PAGE_SIZE_MAX);
      const number = whole('page', 0);
      const found = books.transfers.filter(({ at }) => at >= from && at <= to).reverse();
      const content = found.slice(number * size, (number + 1) * size).map(searchRow);
      const totalPages = Math.ceil(found.length / size);
      return success({
        content,
        totalElements: found.length,
        totalPages,
        last: number >= totalPages - 1,
        first: number === 0,
        number,
        size,
        numberOfElements: content.length,
        empty: content.length === 0,
      });
    },
  );
}

/** True when each BVN or NIN in the body has eleven digits and does not end in 0404 (unknown). */
const isIdentity = (body: Record<string, unknown>): boolean =>
  ['bvn', 'nin'].every((kind) => {
    const number = ownEntry(body, kind);
    return number === undefined || (typeof number === 'string' && /^\d{11}(?<!0404)$/.test(number));
  });
