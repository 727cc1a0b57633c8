import type { FastifyInstance } from 'fastify';
import { RuleBroken } from '../contracts/errors.js';

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
