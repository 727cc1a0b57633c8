import { randomBytes } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { CSP_NONCE_PLACEHOLDER } from '../contracts/calls.js';
import { RuleBroken } from '../contracts/errors.js';
import type { DeclaredRoutes } from './declared-routes.js';
import { webHeaders } from './headers.js';
import { wrongMethod } from './other-methods.js';
import { readWebFiles, type WebFile } from './web-files.js';

const INDEX = '/index.html';
/** Addresses below these are calls, never pages; `/settings` itself is a page. */
const CALL_PREFIX = /^\/(?:(?:api|services|banking|webhooks|v1)(?:\/|$)|settings\/.)/;

/**
 * The web: its files, and index.html for every other address a browser navigates to, with a style nonce that no other
 * answer has. Addresses of calls answer JSON, also to a GET.
 */
export function serveWeb(
  server: FastifyInstance,
  { webDir, secure, routes }: { webDir: string; secure: boolean; routes: DeclaredRoutes },
): void {
  const files = readWebFiles(webDir);
  const index = files.get(INDEX)?.plain.toString().split(CSP_NONCE_PLACEHOLDER);

  const page = (reply: FastifyReply): FastifyReply => {
    if (!index) throw new RuleBroken('NOT_FOUND');
    const nonce = randomBytes(16).toString('base64');
    return webHeaders(reply, nonce, secure)
      .header('content-type', 'text/html; charset=utf-8')
      .header('cache-control', 'no-store')
      .send(index.join(nonce));
  };

  const file = (request: FastifyRequest, reply: FastifyReply, found: WebFile): FastifyReply => {
    webHeaders(reply, '', secure)
      .header('content-type', found.type)
      .header('cache-control', found.immutable ? 'public, max-age=31536000, immutable' : 'no-cache')
      .header('etag', found.etag)
      .header('vary', 'accept-encoding');
    if (request.headers['if-none-match'] === found.etag) return reply.code(304).send();
    const accepted = String(request.headers['accept-encoding'] ?? '');
    if (found.brotli && /\bbr\b/.test(accepted))
      return reply.header('content-encoding', 'br').send(found.brotli);
    if (found.gzip && /\bgzip\b/.test(accepted))
      return reply.header('content-encoding', 'gzip').send(found.gzip);
    return reply.send(found.plain);
  };

  server.get('/*', { config: { rules: { access: 'public', kind: 'reads' } } }, (request, reply) => {
    const path = request.url.split('?', 1)[0]!;
    const wrong = wrongMethod(routes, request, reply);
    if (wrong) throw wrong;
    if (CALL_PREFIX.test(path)) throw new RuleBroken('NOT_FOUND');
    const found = path === INDEX ? undefined : files.get(path);
    if (found) return file(request, reply, found);
    // A missing file is missing; only an address of a page gets the page.
    if (/\.\w{1,8}$/.test(path) && path !== INDEX) throw new RuleBroken('NOT_FOUND');
    return page(reply);
  });
}
