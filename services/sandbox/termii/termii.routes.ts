import type { FastifyInstance, FastifyReply } from 'fastify';
import { setTimeout as delay } from 'node:timers/promises';
import { measureSms } from '../../contracts/fields/sms-text.js';
import { drop, misbehave, endingOf, type Ending, type VendorState } from '../endings.js';
import type { StatementWords } from '../statements/vendor-row.js';
import { SMS_VENDOR, type Payment, type VendorBooks } from '../vendor-books.js';
import type { Reversals } from '../reversals.js';

export interface TermiiDeps {
  readonly books: VendorBooks;
  readonly reversals: Reversals;
  readonly latencyMs: number;
  readonly apiKey: string;
  readonly now: () => number;
}

const RECIPIENTS_MAX = 100;
/** Price of an SMS in naira, for one page and one recipient. */
const PAGE_COST = 2.5;
const FLOAT_NAIRA = 1_000_000_000;
const PREFIX = '/termii/api';

/** States in Termii's words. */
const WORDS: Readonly<Record<Exclude<VendorState, 'notFound'>, string>> = {
  delivered: 'Delivered',
  pending: 'Message Sent',
  failed: 'Message Failed',
  reversed: 'Refunded',
  review: 'On Hold',
  unknown: 'Unspecified',
};

export function smsReversal({ requestId, recipient }: Payment): string {
  const [reference] = requestId.split('/');
  return JSON.stringify({ type: 'outbound', receiver: recipient, reference, status: WORDS.reversed });
}

/** Imitates https://developers.termii.com/messaging-api. */
export function termiiRoutes(app: FastifyInstance, deps: TermiiDeps): void {
  const { books, reversals, latencyMs, apiKey, now } = deps;

  app.post(`${PREFIX}/sms/send`, async (request, reply) => {
    const { api_key, to, from, sms, reference } = (request.body ?? {}) as Record<string, unknown>;
    if (api_key !== apiKey) return refuse(reply, 401, 'Invalid API Key');
    const recipients: unknown[] = Array.isArray(to) ? to : [to];
    const wrong = faultOf(recipients, from, sms, reference);
    if (wrong !== undefined) return refuse(reply, 400, wrong);
    const amount = Math.round(measureSms(sms as string).pages * PAGE_COST * 100) / 100;
    const posted = (recipients as string[]).map((recipient) =>
      books.post(
        {
          requestId: lineOf(reference as string, recipient),
          vendor: SMS_VENDOR,
          service: 'sms',
          recipient,
          amount,
        },
        now(),
      ),
    );
    await books.durable();
    if (latencyMs > 0) await delay(latencyMs);
    if (posted.some(({ first }) => !first)) return refuse(reply, 409, 'Duplicate reference');
    posted.forEach(({ payment }) => reversals.watch(payment));
    const { pay } = oddest(posted.map(({ payment }) => endingOf(payment.recipient)));
    const left = misbehave(reply, pay);
    if (left) return left;
    if (pay === 'code 014') return refuse(reply, 409, 'Duplicate reference');
    if (pay === 'code 083') return reply.send({ code: 'queue', message: 'Try again' });
    const messages = posted.map(({ payment }) => messageOf(payment));
    return reply.send({
      code: 'ok',
      message_id: messages[0]!.message_id,
      message: 'Successfully Sent',
      balance: FLOAT_NAIRA - spent(books),
      user: 'Sandbox',
      messages,
    });
  });

  app.get<{ Querystring: { api_key?: string; reference?: string } }>(
    `${PREFIX}/sms/inbox`,
    async (request, reply) => {
      const { api_key, reference } = request.query;
      if (api_key !== apiKey) return refuse(reply, 401, 'Invalid API Key');
      const lines = books.payments.filter(
        ({ vendor, requestId }) => vendor === SMS_VENDOR && requestId.startsWith(`${reference ?? ''}/`),
      );
      lines.forEach(({ requestId }) => books.query(requestId));
      await books.durable();
      if (latencyMs > 0) await delay(latencyMs);
      if (lines.some(({ recipient }) => endingOf(recipient).requery === 'drop')) return drop(reply);
      return reply.send(lines.filter(({ state }) => state !== 'notFound').map(messageOf));
    },
  );

  app.get<{ Querystring: { api_key?: string } }>(`${PREFIX}/get-balance`, async (request, reply) => {
    if (request.query.api_key !== apiKey) return refuse(reply, 401, 'Invalid API Key');
    return reply.send({ user: 'Sandbox', balance: FLOAT_NAIRA - spent(books), currency: 'NGN' });
  });
}

export const lineOf = (reference: string, recipient: string): string => `${reference}/${recipient}`;

const oddest = (endings: readonly Ending[]): Ending =>
  endings.find(({ pay }) => pay !== 'state') ?? endings[0]!;

function faultOf(
  to: readonly unknown[],
  from: unknown,
  sms: unknown,
  reference: unknown,
): string | undefined {
  if (to.length === 0 || to.length > RECIPIENTS_MAX)
    return `The to field takes 1 to ${RECIPIENTS_MAX} numbers`;
  if (!to.every((number) => typeof number === 'string' && /^234\d{10}$/.test(number)))
    return 'The to field holds an invalid phone number';
  if (typeof from !== 'string' || !/^[A-Za-z0-9]{3,11}$/.test(from)) return 'The sender id is not valid';
  if (typeof sms !== 'string' || sms === '') return 'The sms field is required';
  return typeof reference === 'string' && /^[A-Za-z0-9-]{8,64}$/.test(reference)
    ? undefined
    : 'The reference is not valid';
}

const messageIdOf = ({ number }: Payment): string => `30${String(number).padStart(16, '0')}`;

const messageOf = (payment: Payment) => ({
  receiver: payment.recipient,
  status: payment.state === 'notFound' ? 'Message Sent' : WORDS[payment.state],
  amount: payment.state === 'failed' ? 0 : payment.amount,
  reference: payment.requestId.split('/')[0],
  message_id: messageIdOf(payment),
  sms_type: 'plain',
  created_at: new Date(payment.at).toISOString(),
});

const UNCHARGED: ReadonlySet<VendorState> = new Set(['failed', 'reversed', 'notFound']);

/** Naira charged. */
const smsCharge = ({ state, amount }: Payment): number => (UNCHARGED.has(state) ? 0 : amount);

export const smsStatement: StatementWords = (payment) =>
  payment.vendor === SMS_VENDOR
    ? {
        reference: payment.requestId.split('/')[0]!,
        transactionId: messageIdOf(payment),
        charged: smsCharge(payment),
      }
    : undefined;

const spent = (books: VendorBooks): number =>
  books.payments.reduce(
    (sum, payment) => (payment.vendor === SMS_VENDOR ? sum + Math.round(smsCharge(payment) * 100) : sum),
    0,
  ) / 100;

const refuse = (reply: FastifyReply, status: number, message: string): FastifyReply =>
  reply.code(status).send({ code: status, message });
