import type { FastifyReply } from 'fastify';
import type { PayAnswer } from './vtpass/endings.js';

const HTML_ERROR =
  '<!DOCTYPE html><html><head><title>500</title></head><body><h1>Whoops, something went wrong.</h1></body></html>';

/** Ends a conversation the way an ending asks for. undefined when it asks for an answer, whatever that says. */
export function misbehave(reply: FastifyReply, pay: PayAnswer): FastifyReply | undefined {
  if (pay === 'silence') return reply.hijack();
  if (pay === 'drop') return drop(reply);
  if (pay === 'html') return reply.code(500).type('text/html').send(HTML_ERROR);
  return undefined;
}

/** Ends the conversation without a word. */
export function drop(reply: FastifyReply): FastifyReply {
  reply.hijack();
  reply.raw.destroy();
  return reply;
}

/** Codes and keys of the sandbox's vendors beyond the eight: each sells one thing. */
export const SMS_VENDOR = 11;
export const BET_VENDOR = 12;
export const TRANSFER_VENDOR = 13;
