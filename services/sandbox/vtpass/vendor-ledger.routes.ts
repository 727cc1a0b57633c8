import type { FastifyInstance } from 'fastify';
import { Readable } from 'node:stream';
import type { Payment, VendorBooks } from '../vendor-books.js';

const ROWS_PER_CHUNK = 500;

interface LedgerQuery {
  readonly limit?: string;
  readonly after?: string;
  readonly recipient?: string;
}

/** `GET /vendor-ledger`: streams all payments that the sandbox carried out, oldest first. */
export function vendorLedgerRoutes(app: FastifyInstance, books: VendorBooks): void {
  app.get<{ Querystring: LedgerQuery }>('/vendor-ledger', (request, reply) => {
    const { limit, after, recipient } = request.query;
    const from = after === undefined ? 0 : (books.find(after)?.number ?? -1) + 1;
    const most = limit !== undefined && /^\d{1,9}$/.test(limit) ? Number(limit) : Infinity;
    return reply
      .type('application/json; charset=utf-8')
      .send(Readable.from(rows(books.payments, from, most, recipient)));
  });
}

function* rows(
  payments: readonly Payment[],
  from: number,
  most: number,
  recipient?: string,
): Generator<string> {
  let text = '[';
  let count = 0;
  for (let index = from; index < payments.length && count < most; index++) {
    const payment = payments[index]!;
    if (recipient !== undefined && payment.recipient !== recipient) continue;
    const { requestId, vendor, service, amount, at, posts, queries, state } = payment;
    const row = {
      requestId,
      vendor,
      service,
      recipient: payment.recipient,
      amount,
      at,
      posts,
      queries,
      state,
    };
    text += (count++ === 0 ? '' : ',') + JSON.stringify(row);
    if (count % ROWS_PER_CHUNK === 0) {
      yield text;
      text = '';
    }
  }
  yield text + ']';
}
