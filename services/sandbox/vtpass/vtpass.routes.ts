import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { setTimeout as delay } from 'node:timers/promises';
import { chargeOf, refusal, transactionAnswer } from './answers.js';
import { endingOf } from '../endings.js';
import type { PlanLists } from '../lists/plan-lists.js';
import { customerAnswer, PRODUCTS, variationsOf } from './products.js';
import { readOrder } from './read-order.js';
import type { Reversals } from '../reversals.js';
import type { VendorBooks } from '../vendor-books.js';

export interface VtpassDeps {
  readonly books: VendorBooks;
  readonly reversals: Reversals;
  readonly latencyMs: number;
  readonly vendorOfKey: ReadonlyMap<string, number>;
  readonly lists: Pick<PlanLists, 'vtpass'>;
  readonly now: () => number;
}

const JSON_TYPE = 'application/json; charset=utf-8';
const FLOAT_NAIRA = 1_000_000_000;
const HTML_ERROR =
  '<!DOCTYPE html><html><head><title>500</title></head><body><h1>Whoops, something went wrong.</h1></body></html>';
const BAD_CREDENTIALS = refusal('087', 'INVALID CREDENTIALS');

/** Imitates https://www.vtpass.com/documentation. */
export function vtpassRoutes(
  app: FastifyInstance,
  { books, reversals, latencyMs, vendorOfKey, lists, now }: VtpassDeps,
): void {
  const vendorOf = (request: FastifyRequest, secondKey: 'secret-key' | 'public-key'): number | undefined =>
    request.headers[secondKey] ? vendorOfKey.get(String(request.headers['api-key'])) : undefined;

  app.post('/api/pay', async (request, reply) => {
    const vendor = vendorOf(request, 'secret-key');
    if (vendor === undefined) return answer(reply, BAD_CREDENTIALS);
    const order = readOrder(request.body, vendor, now(), lists);
    if ('code' in order) return answer(reply, refusal(order.code, order.words));
    const { payment, first } = books.post(order, now());
    await books.durable();
    if (latencyMs > 0) await delay(latencyMs);
    if (!first) return answer(reply, refusal('014', 'REQUEST ID ALREADY EXIST'));
    reversals.watch(payment);
    switch (endingOf(payment.recipient).pay) {
      case 'state':
        return answer(reply, transactionAnswer(payment));
      case 'silence':
        return reply.hijack();
      case 'drop':
        return drop(reply);
      case 'html':
        return reply.code(500).type('text/html').send(HTML_ERROR);
      case 'code 083':
        return answer(reply, refusal('083', 'SYSTEM ERROR'));
      case 'code 014':
        return answer(reply, refusal('014', 'REQUEST ID ALREADY EXIST'));
    }
  });

  app.post('/api/requery', async (request, reply) => {
    const vendor = vendorOf(request, 'secret-key');
    if (vendor === undefined) return answer(reply, BAD_CREDENTIALS);
    const id = (request.body as { request_id?: unknown } | null)?.request_id;
    const known = typeof id === 'string' ? books.find(id) : undefined;
    const payment = known?.vendor === vendor ? books.query(known.requestId) : undefined;
    await books.durable();
    if (latencyMs > 0) await delay(latencyMs);
    if (!payment) return answer(reply, refusal('015', 'INVALID REQUEST ID'));
    return endingOf(payment.recipient).requery === 'drop'
      ? drop(reply)
      : answer(reply, transactionAnswer(payment));
  });

  app.post('/api/merchant-verify', async (request, reply) => {
    if (vendorOf(request, 'secret-key') === undefined) return answer(reply, BAD_CREDENTIALS);
    const { billersCode, serviceID } = (request.body ?? {}) as Record<string, unknown>;
    if (typeof billersCode !== 'string' || typeof serviceID !== 'string')
      return answer(reply, refusal('011', 'INVALID ARGUMENTS'));
    // Answer an unknown number with the code 000, as VTpass does, although 000 is also the code of
    // success.
    if (billersCode.endsWith('0404'))
      return reply.send({ code: '000', content: { error: 'Customer not found', WrongBillersCode: true } });
    return reply.send({ code: '000', content: customerAnswer(serviceID, billersCode) });
  });

  app.get<{ Querystring: { serviceID?: string } }>('/api/service-variations', async (request, reply) => {
    const { serviceID = '' } = request.query;
    const product = PRODUCTS.get(serviceID);
    if (!product) return answer(reply, refusal('012', 'PRODUCT DOES NOT EXIST'));
    const variations = product.variations ? variationsOf(lists, serviceID) : [];
    const content = {
      ServiceName: product.name,
      serviceID,
      convinience_fee: '0 %',
      variations,
      varations: variations,
    };
    return reply.send({ response_description: '000', content });
  });

  app.get('/api/balance', async (request, reply) => {
    const vendor = vendorOf(request, 'public-key');
    if (vendor === undefined) return answer(reply, BAD_CREDENTIALS);
    const kobo = books.payments.reduce(
      (sum, payment) => (payment.vendor === vendor ? sum + Math.round(chargeOf(payment) * 100) : sum),
      0,
    );
    return reply.send({ code: 1, contents: { balance: (FLOAT_NAIRA * 100 - kobo) / 100 } });
  });
}

const answer = (reply: FastifyReply, text: string): FastifyReply => reply.type(JSON_TYPE).send(text);

function drop(reply: FastifyReply): FastifyReply {
  reply.hijack();
  reply.raw.destroy();
  return reply;
}
