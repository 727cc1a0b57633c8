import type { FastifyInstance } from 'fastify';
import { Readable } from 'node:stream';
import { lagosIsoAt } from '../../contracts/fields/lagos-day.js';
import type { ProviderBooks } from '../provider-books.js';
import type { Payment, VendorBooks } from '../vendor-books.js';
import { type StatementRow, type StatementWords, vendorRow } from './vendor-row.js';

interface StatementDeps {
  readonly vendors: VendorBooks;
  readonly words: readonly StatementWords[];
  readonly monnify: ProviderBooks;
  readonly paystack: ProviderBooks;
}

const ROWS_PER_CHUNK = 500;
const UNTOLD: ReadonlySet<Payment['state']> = new Set(['notFound']);

/**
 * Statements of a month as CSV, without names of customers: `GET /statements/vendors/<code>`,
 * `/statements/monnify` and `/statements/paystack`.
 */
export function statementRoutes(
  app: FastifyInstance,
  { vendors, words, monnify, paystack }: StatementDeps,
): void {
  app.get<{ Params: { code: string } }>('/statements/vendors/:code', (request, reply) => {
    const vendor = Number(request.params.code);
    return reply
      .type('text/csv; charset=utf-8')
      .send(Readable.from(chunks(vendorLines(vendors, vendor, words))));
  });

  app.get('/statements/monnify', (_request, reply) =>
    reply.type('text/csv; charset=utf-8').send(Readable.from(chunks(monnifyLines(monnify)))),
  );

  app.get('/statements/paystack', (_request, reply) =>
    reply.type('text/csv; charset=utf-8').send(Readable.from(chunks(paystackLines(paystack)))),
  );
}

function* vendorLines(
  { payments }: VendorBooks,
  vendor: number,
  words: readonly StatementWords[],
): Generator<string> {
  yield 'request_id,transaction_id,product,amount_charged,status,date\n';
  let waiting: StatementRow | undefined;
  for (const payment of payments) {
    if (payment.vendor !== vendor || UNTOLD.has(payment.state)) continue;
    const row = vendorRow(payment, words);
    const same = waiting !== undefined && row.reference !== '' && row.reference === waiting.reference;
    if (waiting && !same) yield vendorLine(waiting);
    waiting = same ? together(waiting!, row) : row;
  }
  if (waiting) yield vendorLine(waiting);
}

const together = (one: StatementRow, other: StatementRow): StatementRow => ({
  ...(other.charged > 0 && one.charged === 0 ? other : one),
  charged: Math.round((one.charged + other.charged) * 100) / 100,
});

const vendorLine = ({ reference, transactionId, product, charged, status, at }: StatementRow): string =>
  `${reference},${transactionId},${product},${charged.toFixed(2)},${status},${lagosIsoAt(at)}\n`;

function* monnifyLines({ transfers }: ProviderBooks): Generator<string> {
  yield 'Transaction Reference,Amount Paid,Payment Status,Completed On\n';
  for (const { transactionReference, amount, at } of transfers)
    yield `${transactionReference},${amount.toFixed(2)},PAID,${lagosIsoAt(at)}\n`;
}

function* paystackLines({ transfers }: ProviderBooks): Generator<string> {
  yield 'Reference,Amount,Status,Paid At\n';
  for (const { transactionReference, amount, at } of transfers)
    yield `${transactionReference},${amount.toFixed(2)},success,${lagosIsoAt(at)}\n`;
}

function* chunks(lines: Iterable<string>): Generator<string> {
  let text = '';
  let count = 0;
  for (const line of lines) {
    text += line;
    if (++count % ROWS_PER_CHUNK !== 0) continue;
    yield text;
    text = '';
  }
  yield text;
}
