import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import fastifyCookie from '@fastify/cookie';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import {
  fastify,
  type ConnectionError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
} from 'fastify';
import type { Logger } from 'pino';
import type { TrustedProxies } from '../../../infra/config/trusted-proxies.js';
import { messageOf, RuleBroken, statusOf } from '../../contracts/errors.js';
import { JSON_BYTES_MAX, parseBodies, RAW_BYTES_MAX, refuseOversized } from './body-parsing.js';
import type { DeclaredRoutes } from './declared-routes.js';
import { answerFailure, unsharedAnswer } from '../filters/failures.filter.js';
import type { RequestMetrics, RouteTally } from './request-metrics.js';

declare module 'fastify' {
  interface FastifyContextConfig {
    tally?: RouteTally;
  }
}

/** Milliseconds between Node's checks for requests that arrive too slowly. */
const CHECK_EVERY_MS = 5_000;
/** Milliseconds of silence that close a connection whose client does not read its answer. */
const SILENCE_MS_MAX = 120_000;

export async function fastifyAdapter({
  trustedProxies,
  requestTimeoutMs,
  logger,
}: {
  readonly trustedProxies: TrustedProxies;
  /** Milliseconds within which the headers and body of a request must arrive. */
  readonly requestTimeoutMs: number;
  readonly logger: Logger;
}): Promise<FastifyAdapter> {
  // The adapter's own Fastify would check API versions, at 7 µs per request.
  const server = fastify({
    logger: false,
    trustProxy: believed(trustedProxies),
    requestTimeout: requestTimeoutMs,
    connectionTimeout: requestTimeoutMs + SILENCE_MS_MAX,
    http: {
      // Node reads `requestTimeout` when the server is made, before Fastify sets its own option.
      requestTimeout: requestTimeoutMs,
      headersTimeout: requestTimeoutMs,
      connectionsCheckingInterval: Math.min(CHECK_EVERY_MS, requestTimeoutMs),
    },
    clientErrorHandler: refuseBroken,
    bodyLimit: JSON_BYTES_MAX,
    return503OnClosing: false,
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 200 },
    // Without these stubs, every start loads Fastify's compilers of JSON schemas.
    schemaController: { compilersFactory: { buildValidator: noSchemas, buildSerializer: noSchemas } },
    frameworkErrors: (_error: Error, request: FastifyRequest, reply: FastifyReply) =>
      answerFailure(new RuleBroken('NOT_FOUND'), request, reply, logger),
  });
  server.decorate('skipMiddie', true);
  // Register `fastifyCookie` first, because later hooks read cookies.
  await server.register(fastifyCookie);
  parseBodies(server);
  refuseOversized(server);
  server.decorateRequest('caller', undefined);
  return new FastifyAdapter(server);
}

function noSchemas(): never {
  throw new Error('routes declare no JSON schemas');
}

/** Value for Fastify's `trustProxy`: trusted networks, or the number of proxies in front of us. */
const believed = (trusted: TrustedProxies): string[] | ((address: string, hop: number) => boolean) =>
  'networks' in trusted ? [...trusted.networks] : (_address, hop) => hop < trusted.hops;

/** Answers incomplete requests, which reach no route or hook. */
function refuseBroken(this: FastifyInstance, error: ConnectionError, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return;
  const code = error.code === 'ERR_HTTP_REQUEST_TIMEOUT' ? 'REQUEST_TIMEOUT' : 'INVALID_REQUEST';
  const status = statusOf(code);
  const body = JSON.stringify({ status: false, code, message: messageOf(code, {}) });
  if (socket.writable)
    socket.write(
      `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nconnection: close\r\ncontent-length: ${Buffer.byteLength(body)}\r\n` +
        `content-type: application/json; charset=utf-8\r\n\r\n${body}`,
    );
  socket.destroy(error);
}

/**
 * Lists the routes with their rules.
 * @throws Error for a route without `rules`, so that the server does not start
 */
export function obeyRules(
  server: FastifyInstance,
  { metrics, routes }: { readonly metrics: RequestMetrics; readonly routes: DeclaredRoutes },
): void {
  server.addHook('onRoute', (route) => {
    const rules = route.config?.rules;
    if (!rules) throw new Error(`${String(route.method)} ${route.url} does not declare who may use it`);
    routes.list.push({ method: String(route.method), url: route.url, rules });
    if (rules.raw) route.bodyLimit = RAW_BYTES_MAX;
    route.config = { ...route.config, tally: metrics.tallyOf(String(route.method), route.url) };
  });
  server.addHook('onRequest', (_request, reply, done) => {
    unsharedAnswer(reply);
    done();
  });
  server.addHook('onResponse', (request, reply, done) => {
    request.routeOptions.config.tally?.note(reply.statusCode, reply.elapsedTime);
    done();
  });
}
