import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { ownEntry } from '../../contracts/own-entry.js';
import type { ProviderBooks } from '../provider-books.js';
import { accountBody, customerBody, refusal, success, transactionBody } from './answers.js';
import type { PaystackCustomers } from './paystack-customers.js';

export interface PaystackDeps {
  readonly books: ProviderBooks;
  readonly customers: PaystackCustomers;
  readonly secretKey: string;
  readonly now: () => number;
}

const PAGE_SIZE_MAX = 1_000;

/** Imitates https://paystack.com/docs/api below `/paystack`. */
export function paystackRoutes(
  app: FastifyInstance,
  { books, customers, secretKey, now }: PaystackDeps,
): void {
  const onRequest = async (
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<FastifyReply | undefined> =>
    request.headers.authorization === `Bearer ${secretKey}`
      ? undefined
      : reply.code(401).send(refusal('Invalid key', 'invalid_Key'));
  const textIn = (body: unknown, name: string): string => {
    const value = ownEntry((body ?? {}) as Record<string, unknown>, name);
    return typeof value === 'string' ? value.trim() : '';
  };

  app.post('/paystack/customer', { onRequest }, async ({ body }, reply) => {
    const [email, firstName, lastName] = ['email', 'first_name', 'last_name'].map((name) =>
      textIn(body, name),
    );
    if (!email || !firstName || !lastName)
      return reply.code(400).send(refusal('email, first_name and last_name are required'));
    const customer = customers.create({ email, firstName, lastName, phone: textIn(body, 'phone') });
    await customers.durable();
    return success('Customer created', customerBody(customer, books.account(customer.code)));
  });

  app.get<{ Params: { code: string } }>('/paystack/customer/:code', { onRequest }, async (request, reply) => {
    const customer = customers.find(request.params.code);
    if (!customer) return reply.code(404).send(refusal('Customer not found', 'customer_not_found'));
    return success('Customer retrieved', customerBody(customer, books.account(customer.code)));
  });

  app.post('/paystack/dedicated_account', { onRequest }, async ({ body }, reply) => {
    const customer = customers.find(textIn(body, 'customer'));
    if (!customer) return reply.code(404).send(refusal('Customer not found', 'customer_not_found'));
    if (customer.phone === '') return reply.code(400).send(refusal('Customer phone number is required'));
    const { code, email, firstName, lastName } = customer;
    const name = `${firstName} ${lastName}`;
    const account = books.reserve(code, `NAIRA LEDGER/${name}`, email, name, now());
    await books.durable();
    return success('NUBAN successfully created', accountBody(account));
  });

  app.get<{ Params: { '*': string } }>(
    '/paystack/transaction/verify/*',
    { onRequest },
    async (request, reply) => {
      const transfer = books.find(request.params['*']);
      if (!transfer)
        return reply.code(400).send(refusal('Transaction reference not found', 'transaction_not_found'));
      return success('Verification successful', transactionBody(transfer));
    },
  );

  // List of transactions. Pages are counted from 1. The newest transactions come first.
  app.get<{ Querystring: Record<string, string | undefined> }>(
    '/paystack/transaction',
    { onRequest },
    async ({ query }) => {
      const whole = (name: string, otherwise: number): number => {
        const value = ownEntry(query, name);
        return value !== undefined && /^\d{1,9}$/.test(value) ? Number(value) : otherwise;
      };
      const moment = (name: string, otherwise: number): number => {
        const at = Date.parse(ownEntry(query, name) ?? '');
        return Number.isNaN(at) ? otherwise : at;
      };
      const [from, to] = [moment('from', 0), moment('to', Infinity)];
      const perPage = Math.min(Math.max(whole('perPage', 50), 1), PAGE_SIZE_MAX);
      const page = Math.max(whole('page', 1), 1);
      const found = books.transfers.filter(({ at }) => at >= from && at <= to).reverse();
      const rows = found.slice((page - 1) * perPage, page * perPage).map(transactionBody);
      const pageCount = Math.ceil(found.length / perPage);
      return success('Transactions retrieved', rows, { total: found.length, page, perPage, pageCount });
    },
  );
}
