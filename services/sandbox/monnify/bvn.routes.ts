import { ownEntry } from '../../contracts/own-entry.js';
import type { FastifyInstance } from 'fastify';
import { setTimeout as delay } from 'node:timers/promises';
import { refusal, success } from './answers.js';
import type { MonnifyTokens } from './monnify-tokens.js';

export interface BvnDeps {
  readonly tokens: MonnifyTokens;
  readonly latencyMs: number;
}

const DATE = /^\d{2}-(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)-\d{4}$/;

/**
 * Maps the last four digits of a BVN to the details that do not fully match. 0404 means an unknown BVN, and
 * 0500 an error of the server.
 */
export const BVN_ENDINGS: Readonly<
  Record<string, { name?: string; dateOfBirth?: string; mobileNo?: string }>
> = {
  '0001': { name: 'NO_MATCH' },
  '0002': { dateOfBirth: 'NO_MATCH' },
  '0003': { mobileNo: 'NO_MATCH' },
  '0004': { name: 'PARTIAL_MATCH' },
};

/**
 * `POST /api/v1/vas/bvn-details-match`: says which of the given details match the BVN. The answer never
 * contains the true details.
 */
export function bvnRoutes(app: FastifyInstance, { tokens, latencyMs }: BvnDeps): void {
  app.post('/api/v1/vas/bvn-details-match', { onRequest: tokens.bearerOnly }, async (request, reply) => {
    const { bvn, name, dateOfBirth, mobileNo } = (request.body ?? {}) as Record<string, unknown>;
    if (latencyMs > 0) await delay(latencyMs);
    if (typeof bvn !== 'string' || !/^\d{11}$/.test(bvn) || bvn.endsWith('0404'))
      return reply.code(422).send(refusal('Unable to process request. Invalid BVN provided'));
    if (bvn.endsWith('0500')) return reply.code(500).send(refusal('An error occurred'));
    if (typeof name !== 'string' || typeof dateOfBirth !== 'string' || !DATE.test(dateOfBirth))
      return reply.code(400).send(refusal('Invalid request'));
    if (typeof mobileNo !== 'string' || !/^\d{11,13}$/.test(mobileNo))
      return reply.code(400).send(refusal('Invalid request'));
    const said = ownEntry(BVN_ENDINGS, bvn.slice(-4)) ?? {};
    const matchStatus = said.name ?? 'FULL_MATCH';
    const matchPercentage = matchStatus === 'FULL_MATCH' ? 100 : matchStatus === 'NO_MATCH' ? 0 : 66;
    return success({
      bvn,
      name: { matchStatus, matchPercentage },
      dateOfBirth: said.dateOfBirth ?? 'FULL_MATCH',
      mobileNo: said.mobileNo ?? 'FULL_MATCH',
    });
  });
}
