import type { IncomingMessage } from 'node:http';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { startTimer } from '../../../infra/host/timers.js';
import { RuleBroken } from '../../contracts/errors.js';

export const JSON_BYTES_MAX = 64 * 1_024;
export const RAW_BYTES_MAX = 256 * 1_024;

const BYTE_ORDER_MARK = '\ufeff';

/**
 * Drops a byte order mark. Routes with `raw` get the original bytes, which providers sign. The
 * fields `__proto__` and `constructor` are ignored like all unknown fields.
 */
export function parseBodies(server: FastifyInstance): void {
  server.removeAllContentTypeParsers();
  server.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body: Buffer, done) => {
    if (request.routeOptions.config.rules?.raw) return done(null, body);
    if (body.length === 0) return done(null, undefined);
    let parsed: unknown;
    try {
      const text = body.toString();
      parsed = JSON.parse(text.startsWith(BYTE_ORDER_MARK) ? text.slice(1) : text);
    } catch {
      return done(new RuleBroken('INVALID_JSON'));
    }
    done(null, parsed);
  });
}

/** Maximum bytes to read of a body that is too large. The connection is closed when the body is even longer. */
const DISCARDED_BYTES_MAX = 8 * 1_024 * 1_024;
const DISCARD_MS_MAX = 5_000;

/**
 * Reads an oversized body to its end before refusing the request, because a client sees no answer while it is
 * still sending.
 */
export function refuseOversized(server: FastifyInstance): void {
  server.addHook('onRequest', (request, _reply, done) => {
    const announced = Number(request.headers['content-length'] ?? 0);
    if (announced <= JSON_BYTES_MAX) return done();
    const limit = request.routeOptions.bodyLimit ?? JSON_BYTES_MAX;
    if (announced <= limit || announced > DISCARDED_BYTES_MAX) return done();
    discard(request.raw, () => done(new RuleBroken('PAYLOAD_TOO_LARGE')));
  });
}

/** Hook `preParsing` of routes that take files. */
export function requireCaller(
  request: FastifyRequest,
  _reply: unknown,
  _body: unknown,
  done: (error?: Error) => void,
): void {
  const announced = Number(request.headers['content-length'] ?? Infinity);
  if (request.caller || announced <= JSON_BYTES_MAX) return done();
  discard(request.raw, () => done(new RuleBroken('AUTH_REQUIRED')));
}

function discard(request: IncomingMessage, done: () => void): void {
  const timer = startTimer(end, DISCARD_MS_MAX);
  function end(): void {
    timer.cancel();
    request.off('end', end).off('error', end);
    done();
  }
  request.once('end', end).once('error', end).resume();
}
