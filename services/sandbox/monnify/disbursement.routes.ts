import { ownEntry } from '../../contracts/own-entry.js';
import type { FastifyInstance } from 'fastify';
import { setTimeout as delay } from 'node:timers/promises';
import { drop, misbehave, endingOf, type VendorState } from '../endings.js';
import { TRANSFER_VENDOR } from '../vendor-books.js';
import type { Reversals } from '../reversals.js';
import type { VendorBooks } from '../vendor-books.js';
import { refusal, success } from './answers.js';
import { DESTINATION_BANKS, holderOf } from './banks.js';
import { singleBody, summaryBody, transferFee, transferService } from './disbursement-answers.js';
import type { MonnifyTokens } from './monnify-tokens.js';

export interface DisbursementDeps {
  readonly books: VendorBooks;
  readonly reversals: Reversals;
  readonly tokens: MonnifyTokens;
  readonly latencyMs: number;
  readonly now: () => number;
}

const FLOAT_NAIRA = 1_000_000_000;
type Query = Readonly<Record<string, string | undefined>>;

/**
 * Imitates Monnify's list of banks, name enquiry and single transfers:
 * https://developers.monnify.com/docs/disbursements/single-transfers.
 */
export function disbursementRoutes(app: FastifyInstance, deps: DisbursementDeps): void {
  const { books, reversals, tokens, latencyMs, now } = deps;
  const known = { onRequest: tokens.bearerOnly };

  app.get('/api/v1/banks', known, async () =>
    success(
      [...DESTINATION_BANKS].map(([code, name]) => ({ name, code, ussdTemplate: null, baseUssdCode: null })),
    ),
  );

  app.get<{ Querystring: Query }>('/api/v1/disbursements/account/validate', known, async (request, reply) => {
    const { accountNumber = '', bankCode = '' } = request.query;
    if (!/^\d{10}$/.test(accountNumber)) return reply.code(400).send(refusal('Invalid account number'));
    if (!DESTINATION_BANKS.has(bankCode)) return reply.code(404).send(refusal('Bank not found'));
    const accountName = holderOf(accountNumber);
    if (accountName === undefined)
      return reply.code(404).send(refusal('Could not find an account with this number'));
    return success({ accountNumber, accountName, bankCode });
  });

  app.post('/api/v2/disbursements/single', known, async (request, reply) => {
    const body = (request.body ?? {}) as Record<string, unknown>;
    const { reference, destinationAccountNumber: recipient, destinationBankCode: bank, amount } = body;
    const texts = ['narration', 'destinationAccountName', 'currency', 'sourceAccountNumber'];
    if (
      typeof reference !== 'string' ||
      !/^[A-Za-z0-9_-]{8,64}$/.test(reference) ||
      typeof recipient !== 'string' ||
      typeof bank !== 'string' ||
      typeof amount !== 'number' ||
      amount <= 0 ||
      !texts.every((name) => typeof ownEntry(body, name) === 'string')
    )
      return reply.code(400).send(refusal('Invalid request'));
    const order = {
      requestId: reference,
      vendor: TRANSFER_VENDOR,
      service: transferService(bank),
      recipient,
      amount,
    };
    const { payment, first } = books.post(order, now());
    await books.durable();
    if (latencyMs > 0) await delay(latencyMs);
    if (!first) return reply.code(422).send(refusal('A transfer with this reference exists', 'D04'));
    reversals.watch(payment);
    const { pay } = endingOf(recipient);
    const left = misbehave(reply, pay);
    if (left) return left;
    if (pay === 'code 014')
      return reply.code(422).send(refusal('Duplicate transfer within 2 minutes', 'D07'));
    if (pay === 'code 083') return reply.code(422).send(refusal('Unable to process request', '99'));
    return success(singleBody(payment));
  });

  app.get<{ Querystring: Query }>('/api/v2/disbursements/single/summary', known, async (request, reply) => {
    const found = books.find(request.query['reference'] ?? '');
    const payment = found?.vendor === TRANSFER_VENDOR ? books.query(found.requestId) : undefined;
    await books.durable();
    if (latencyMs > 0) await delay(latencyMs);
    if (!payment || payment.state === 'notFound')
      return reply.code(404).send(refusal('Could not find disbursement with the reference'));
    return endingOf(payment.recipient).requery === 'drop' ? drop(reply) : success(summaryBody(payment));
  });

  app.get('/api/v2/disbursements/wallet-balance', known, async () => {
    const kobo = books.payments.reduce((sum, { vendor, state, amount }) => {
      if (vendor !== TRANSFER_VENDOR || UNCHARGED.has(state)) return sum;
      return sum + Math.round((amount + transferFee(amount)) * 100);
    }, 0);
    const balance = (FLOAT_NAIRA * 100 - kobo) / 100;
    return success({ availableBalance: balance, ledgerBalance: balance });
  });
}

const UNCHARGED: ReadonlySet<VendorState> = new Set(['failed', 'reversed', 'notFound']);
