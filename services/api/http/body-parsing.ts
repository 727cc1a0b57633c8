import type { IncomingMessage } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { startTimer } from '../../../infra/host/timers.js';
import { RuleBroken } from '../../contracts/errors.js';

export const JSON_BYTES_MAX = 64 * 1_024;
export const RAW_BYTES_MAX = 256 * 1_024;

/**
 * JSON only. A route that declares `raw` gets the bytes as they arrived, because its signature is over those bytes.
 * `__proto__` and `constructor` stay plain properties that no shape asks for, so they are ignored like any unknown field.
 */
export function parseBodies(server: FastifyInstance): void {
  server.removeAllContentTypeParsers();
  server.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body: Buffer, done) => {
    if (request.routeOptions.config.rules?.raw) return done(null, body);
    if (body.length === 0) return done(null, undefined);
    let parsed: unknown;
    try {
      parsed = JSON.parse(body.toString());
    } catch {
      return done(new RuleBroken('INVALID_JSON'));
    }
    done(null, parsed);
  });
}

/** What is read and thrown away of a body that is refused; a client that sends more finds the connection closed. */
const DISCARDED_BYTES_MAX = 8 * 1_024 * 1_024;
const DISCARD_MS_MAX = 5_000;

/**
 * Reads a body that is too large to its end before refusing it. A client that is still sending when the connection is
 * closed never sees the answer.
 */
export function refuseOversized(server: FastifyInstance): void {
  server.addHook('onRequest', (request, _reply, done) => {
    const announced = Number(request.headers['content-length'] ?? 0);
    const limit = request.routeOptions.bodyLimit ?? JSON_BYTES_MAX;
    if (announced <= limit || announced > DISCARDED_BYTES_MAX) return done();
    discard(request.raw, () => done(new RuleBroken('PAYLOAD_TOO_LARGE')));
  });
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
