import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { setTimeout as delay } from 'node:timers/promises';
import { drop, misbehave, endingOf, type VendorState } from '../endings.js';
import type { HostPlan, PlanLists } from '../lists/plan-lists.js';
import type { StatementWords } from '../statements/vendor-row.js';
import type { Payment, VendorBooks } from '../vendor-books.js';

export interface SmeDataDeps {
  readonly books: VendorBooks;
  readonly latencyMs: number;
  readonly vendorOfKey: ReadonlyMap<string, number>;
  readonly lists: Pick<PlanLists, 'smeData'>;
  readonly now: () => number;
}

const PREFIX = '/sme-data/api';
const SME_SERVICE = 'sme-data';
const FLOAT_NAIRA = 1_000_000_000;

/** Payment states, spelt as in the vendor's answers. The vendor's documentation lacks the state `checking`. */
const WORDS: Readonly<Record<VendorState, string>> = {
  delivered: 'successful',
  pending: 'processing',
  failed: 'failed',
  reversed: 'refunded',
  review: 'on hold',
  unknown: 'checking',
  notFound: 'checking',
};

/**
 * Imitates a vendor of SME data. Such a vendor does not store our reference, so each POST is a new
 * order.
 */
export function smeDataRoutes(
  app: FastifyInstance,
  { books, latencyMs, vendorOfKey, lists, now }: SmeDataDeps,
): void {
  const plans: ReadonlyMap<string, HostPlan> = new Map(
    Object.values(lists.smeData)
      .flat()
      .map((plan) => [plan.dataplan_id, plan]),
  );
  const answerOf = (payment: Payment, status?: string) => orderAnswer(payment, plans, status);
  const vendorOf = ({ headers }: FastifyRequest): number | undefined =>
    vendorOfKey.get(/^Token (.+)$/.exec(headers.authorization ?? '')?.[1] ?? '');

  app.post(`${PREFIX}/data/`, async (request, reply) => {
    const vendor = vendorOf(request);
    if (vendor === undefined) return refuse(reply, 401, 'Invalid token.');
    const { network, mobile_number: recipient, plan: id } = (request.body ?? {}) as Record<string, unknown>;
    const plan = plans.get(String(id));
    if (!plan || plan.network !== network)
      return refuse(reply, 400, `Invalid pk "${String(id)}" - object does not exist.`);
    if (typeof recipient !== 'string' || !/^0\d{10}$/.test(recipient))
      return refuse(reply, 400, 'Invalid mobile number');
    const requestId = `${SME_SERVICE}-${books.payments.length + 1}-${String(id)}`;
    const order = { requestId, vendor, service: SME_SERVICE, recipient, amount: Number(plan.plan_amount) };
    const { payment } = books.post(order, now());
    await books.durable();
    if (latencyMs > 0) await delay(latencyMs);
    const { pay } = endingOf(recipient);
    const left = misbehave(reply, pay);
    if (left) return left;
    if (pay === 'code 014') return refuse(reply, 400, 'Duplicate Transaction, try again after a while');
    return reply.code(201).send(answerOf(payment, pay === 'code 083' ? 'checking' : undefined));
  });

  app.get<{ Params: { id: string } }>(`${PREFIX}/data/:id`, async (request, reply) => {
    const vendor = vendorOf(request);
    if (vendor === undefined) return refuse(reply, 401, 'Invalid token.');
    const known = books.payments.find(
      (payment) => payment.vendor === vendor && smeOrderId(payment) === request.params.id,
    );
    const payment = known && books.query(known.requestId);
    await books.durable();
    if (latencyMs > 0) await delay(latencyMs);
    if (!payment) return refuse(reply, 404, 'Not found.');
    return endingOf(payment.recipient).requery === 'drop' ? drop(reply) : reply.send(answerOf(payment));
  });

  app.get(`${PREFIX}/network/`, async (request, reply) =>
    vendorOf(request) === undefined ? refuse(reply, 401, 'Invalid token.') : reply.send(lists.smeData),
  );

  app.get(`${PREFIX}/user/`, async (request, reply) => {
    const vendor = vendorOf(request);
    if (vendor === undefined) return refuse(reply, 401, 'Invalid token.');
    return reply.send({ user: { wallet_balance: balanceOf(books, vendor) } });
  });
}

function orderAnswer(payment: Payment, plans: ReadonlyMap<string, HostPlan>, status = WORDS[payment.state]) {
  const plan = plans.get(payment.requestId.split('-').at(-1)!)!;
  const charge = smeCharge(payment);
  return {
    id: Number(smeOrderId(payment)),
    ident: payment.requestId,
    network: plan.network,
    balance_before: FLOAT_NAIRA,
    balance_after: FLOAT_NAIRA - charge,
    mobile_number: payment.recipient,
    plan: Number(plan.dataplan_id),
    Status: status,
    api_response: `Dear Customer, You have successfully shared ${plan.plan} to ${payment.recipient}.`,
    plan_name: plan.plan,
    plan_amount: payment.amount.toFixed(1),
    create_date: new Date(payment.at).toISOString(),
  };
}

const smeOrderId = ({ number }: Payment): string => String(700_000 + number);

const UNCHARGED: ReadonlySet<VendorState> = new Set(['failed', 'reversed', 'notFound']);
/** Naira charged. */
const smeCharge = ({ state, amount }: Payment): number => (UNCHARGED.has(state) ? 0 : amount);

/** Leave `reference` empty, because a vendor of SME data does not store our reference. */
export const smeStatement: StatementWords = (payment) =>
  payment.service === SME_SERVICE
    ? { reference: '', transactionId: smeOrderId(payment), charged: smeCharge(payment) }
    : undefined;

const balanceOf = ({ payments }: VendorBooks, vendor: number): number =>
  payments.reduce(
    (left, payment) => (payment.vendor === vendor ? left - smeCharge(payment) : left),
    FLOAT_NAIRA,
  );

const refuse = (reply: FastifyReply, status: number, words: string): FastifyReply =>
  reply.code(status).send({ error: [words] });
