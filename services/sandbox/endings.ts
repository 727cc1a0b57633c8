import { ownEntry } from '../contracts/own-entry.js';
import type { FastifyReply } from 'fastify';

export type VendorState = 'delivered' | 'pending' | 'failed' | 'reversed' | 'review' | 'unknown' | 'notFound';

export type PayAnswer = 'state' | 'silence' | 'drop' | 'html' | 'code 083' | 'code 014';

export interface Ending {
  readonly state: VendorState;
  readonly pay: PayAnswer;
  readonly requery: 'state' | 'drop';
  readonly text: string;
}

const DELIVERS: Ending = { state: 'delivered', pay: 'state', requery: 'state', text: 'delivers' };

/** Recipients with these last digits get only half of the pins when several pins are ordered. */
export const PARTIAL_ENDING = '0050';
/** Last digits of prepaid meters whose token comes only with the first query after the purchase. */
export const TOKEN_LATE_ENDING = '0051';
/** Last digits of a prepaid meter that needs two tokens to change its key. */
export const KEY_CHANGE_ENDING = '0052';
/** Last digits of recipients whose orders get the state `review`. */
const REVIEW_ENDING = '0044';

export const ENDINGS: Readonly<Record<string, Ending>> = {
  '0016': { state: 'failed', pay: 'state', requery: 'state', text: 'declines, not charged' },
  '0099': {
    state: 'pending',
    pay: 'state',
    requery: 'state',
    text: 'pending, delivered on the second requery',
  },
  '0300': {
    state: 'delivered',
    pay: 'silence',
    requery: 'state',
    text: 'never answers; requery says delivered',
  },
  '0301': {
    state: 'notFound',
    pay: 'silence',
    requery: 'state',
    text: 'never answers; requery says not found',
  },
  '0040': { state: 'delivered', pay: 'state', requery: 'state', text: 'delivers, then reverses by webhook' },
  '0400': { state: 'unknown', pay: 'drop', requery: 'drop', text: 'drops the connection, on requeries too' },
  '0500': {
    state: 'failed',
    pay: 'html',
    requery: 'state',
    text: '500 with an HTML page; requery says failed',
  },
  '0083': {
    state: 'delivered',
    pay: 'code 083',
    requery: 'state',
    text: 'ambiguous code; requery says delivered',
  },
  '0014': {
    state: 'delivered',
    pay: 'code 014',
    requery: 'state',
    text: 'says duplicate reference; requery says delivered',
  },
  [PARTIAL_ENDING]: {
    state: 'delivered',
    pay: 'state',
    requery: 'state',
    text: 'delivers half of several pins, otherwise all',
  },
  [TOKEN_LATE_ENDING]: {
    state: 'delivered',
    pay: 'state',
    requery: 'state',
    text: 'delivers; a prepaid token comes with the first requery',
  },
  [KEY_CHANGE_ENDING]: {
    state: 'delivered',
    pay: 'state',
    requery: 'state',
    text: 'delivers; a prepaid meter gets two key changes and the token in one text',
  },
  [REVIEW_ENDING]: {
    state: 'review',
    pay: 'state',
    requery: 'state',
    text: 'wants human review; a prepaid meter gets a text that nobody can read',
  },
};

export const endingOf = (recipient: string): Ending => ownEntry(ENDINGS, recipient.slice(-4)) ?? DELIVERS;

export const REQUERIES_UNTIL_DELIVERED = 2;

const HTML_ERROR =
  '<!DOCTYPE html><html><head><title>500</title></head><body><h1>Whoops, something went wrong.</h1></body></html>';

export function misbehave(reply: FastifyReply, pay: PayAnswer): FastifyReply | undefined {
  if (pay === 'silence') return reply.hijack();
  if (pay === 'drop') return drop(reply);
  if (pay === 'html') return reply.code(500).type('text/html').send(HTML_ERROR);
  return undefined;
}

export function drop(reply: FastifyReply): FastifyReply {
  reply.hijack();
  reply.raw.destroy();
  return reply;
}
