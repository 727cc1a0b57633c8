import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { setTimeout as delay } from 'node:timers/promises';
import { drop, misbehave, endingOf, type VendorState } from '../endings.js';
import type { Reversals } from '../reversals.js';
import type { StatementWords } from '../statements/vendor-row.js';
import type { Payment, VendorBooks } from '../vendor-books.js';

export interface BetDeps {
  readonly books: VendorBooks;
  readonly reversals: Reversals;
  readonly latencyMs: number;
  readonly apiKey: string;
  readonly now: () => number;
}

export const BET_VENDOR = 12;
const PREFIX = '/bet/wp-json/api/v2';
const FLOAT_NAIRA = 1_000_000_000;
const DISCOUNT_PERCENT = 0.5;

/** Payment states, spelt as in the aggregator's answers. */
const WORDS: Readonly<Record<Exclude<VendorState, 'notFound' | 'unknown'>, string>> = {
  delivered: 'completed-api',
  pending: 'processing-api',
  failed: 'failed-api',
  reversed: 'refunded',
  review: 'on-hold-review',
};

/**
 * Imitates an aggregator of betting companies, whose API is described at https://ebills.africa/api.
 */
export function betRoutes(app: FastifyInstance, { books, reversals, latencyMs, apiKey, now }: BetDeps): void {
  const mayCall = (request: FastifyRequest): boolean => request.headers.authorization === `Bearer ${apiKey}`;

  app.post(`${PREFIX}/verify-customer`, async (request, reply) => {
    if (!mayCall(request)) return refuse(reply, 403, 'rest_forbidden');
    const { customer_id: id, service_id: service } = (request.body ?? {}) as Record<string, unknown>;
    if (typeof id !== 'string' || typeof service !== 'string') return refuse(reply, 400, 'missing_fields');
    if (id.endsWith('0404')) return refuse(reply, 404, 'customer_not_found');
    return reply.send({
      code: 'success',
      message: 'Customer verified',
      data: { service_name: service, customer_id: id, customer_name: 'ADA OKAFOR', customer_username: id },
    });
  });

  app.post(`${PREFIX}/betting`, async (request, reply) => {
    if (!mayCall(request)) return refuse(reply, 403, 'rest_forbidden');
    const body = (request.body ?? {}) as Record<string, unknown>;
    const { request_id: requestId, customer_id: recipient, service_id: service, amount } = body;
    if (typeof requestId !== 'string' || typeof recipient !== 'string' || typeof service !== 'string')
      return refuse(reply, 400, 'missing_fields');
    if (typeof amount !== 'number' || amount < 100) return refuse(reply, 400, 'below_minimum_amount');
    const order = { requestId, vendor: BET_VENDOR, service: `bet-${service}`, recipient, amount };
    const { payment, first } = books.post(order, now());
    await books.durable();
    if (latencyMs > 0) await delay(latencyMs);
    if (!first) return refuse(reply, 409, 'duplicate_request_id');
    reversals.watch(payment);
    const { pay } = endingOf(recipient);
    const left = misbehave(reply, pay);
    if (left) return left;
    if (pay === 'code 014') return refuse(reply, 409, 'duplicate_request_id');
    if (pay === 'code 083') return refuse(reply, 400, 'system_error');
    return reply.send(orderAnswer(payment));
  });

  app.post(`${PREFIX}/requery`, async (request, reply) => {
    if (!mayCall(request)) return refuse(reply, 403, 'rest_forbidden');
    const { request_id: id } = (request.body ?? {}) as Record<string, unknown>;
    const known = typeof id === 'string' ? books.find(id) : undefined;
    const payment = known?.vendor === BET_VENDOR ? books.query(known.requestId) : undefined;
    await books.durable();
    if (latencyMs > 0) await delay(latencyMs);
    if (!payment || payment.state === 'notFound') return refuse(reply, 404, 'order_not_found');
    return endingOf(payment.recipient).requery === 'drop' ? drop(reply) : reply.send(orderAnswer(payment));
  });

  app.get(`${PREFIX}/balance`, async (request, reply) => {
    if (!mayCall(request)) return refuse(reply, 403, 'rest_forbidden');
    const kobo = books.payments.reduce(
      (sum, payment) => (payment.vendor === BET_VENDOR ? sum + Math.round(betCharge(payment) * 100) : sum),
      0,
    );
    const data = { balance: (FLOAT_NAIRA * 100 - kobo) / 100, currency: 'NGN' };
    return reply.send({ code: 'success', message: 'Balance retrieved', data });
  });
}

const betOrderId = ({ number }: Payment): number => 900_000 + number;

export const betReversal = (payment: Payment): string => JSON.stringify(orderAnswer(payment).data);

function orderAnswer(payment: Payment) {
  const status = payment.state === 'notFound' || payment.state === 'unknown' ? '' : WORDS[payment.state];
  return {
    code: payment.state === 'failed' ? 'failure' : 'success',
    message: `ORDER ${payment.state === 'delivered' ? 'COMPLETED' : payment.state.toUpperCase()}`,
    data: {
      order_id: betOrderId(payment),
      status,
      product_name: 'Betting',
      service_name: payment.service.slice('bet-'.length),
      customer_id: payment.recipient,
      customer_name: 'ADA OKAFOR',
      amount: payment.amount,
      amount_charged: betCharge(payment),
      request_id: payment.requestId,
    },
  };
}

const UNCHARGED: ReadonlySet<VendorState> = new Set(['failed', 'reversed', 'notFound']);

/** Naira charged. */
const betCharge = ({ state, amount }: Payment): number =>
  UNCHARGED.has(state) ? 0 : Math.round(amount * (100 - DISCOUNT_PERCENT)) / 100;

export const betStatement: StatementWords = (payment) =>
  payment.vendor === BET_VENDOR
    ? { transactionId: String(betOrderId(payment)), charged: betCharge(payment) }
    : undefined;

const refuse = (reply: FastifyReply, status: number, code: string): FastifyReply =>
  reply.code(status).send({ code, message: code.replaceAll('_', ' '), data: { status } });
