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
import { countAnswers } from './answered-calls.js';
import { believeOnlyAddresses } from './forwarded-for.js';
import {
  JSON_BYTES_MAX,
  parseBodies,
  RAW_BYTES_MAX,
  refuseOversized,
  requireCaller,
} from './body-parsing.js';
import type { DeclaredRoutes } from './declared-routes.js';
import { answerFailure, unsharedAnswer } from '../filters/failures.filter.js';
import type { RequestMetrics, RouteTally } from './request-metrics.js';

declare module 'fastify' {
  interface FastifyContextConfig {
    tally?: RouteTally;
  }
}

/** Milliseconds between two checks for requests that arrive too slowly. */
const CHECK_EVERY_MS = 5_000;
/**
 * Milliseconds without traffic after which a connection is closed, because its client does not read the answer.
 */
const SILENCE_MS_MAX = 120_000;

export async function fastifyAdapter({
  trustedProxies,
  requestTimeoutMs,
  logger,
}: {
  readonly trustedProxies: TrustedProxies;
  /** Milliseconds within which a client must send the headers and the body of a request. */
  readonly requestTimeoutMs: number;
  readonly logger: Logger;
}): Promise<FastifyAdapter> {
  // Make the Fastify instance here and not in Nest's adapter. The adapter's instance would check
  // API versions, which takes 7 µs per request.
  const server = fastify({
    logger: false,
    trustProxy: believed(trustedProxies),
    requestTimeout: requestTimeoutMs,
    connectionTimeout: requestTimeoutMs + SILENCE_MS_MAX,
    http: {
      // Node reads this option when the server is made, before Fastify sets it.
      requestTimeout: requestTimeoutMs,
      headersTimeout: requestTimeoutMs,
      connectionsCheckingInterval: Math.min(CHECK_EVERY_MS, requestTimeoutMs),
    },
    clientErrorHandler: refuseBroken,
    bodyLimit: JSON_BYTES_MAX,
    return503OnClosing: false,
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 200 },
    // Otherwise every start would load Fastify's compilers of JSON schemas.
    schemaController: { compilersFactory: { buildValidator: noSchemas, buildSerializer: noSchemas } },
    frameworkErrors: (_error: Error, request: FastifyRequest, reply: FastifyReply) =>
      answerFailure(new RuleBroken('NOT_FOUND'), request, reply, logger),
  });
  server.decorate('skipMiddie', true);
  countAnswers(server);
  // Register before the hooks that read `request.ip`.
  believeOnlyAddresses(server);
  // Register first, because later hooks read cookies.
  await server.register(fastifyCookie);
  parseBodies(server);
  refuseOversized(server);
  server.decorateRequest('caller', undefined);
  return new FastifyAdapter(server);
}

function noSchemas(): never {
  throw new Error('routes declare no JSON schemas');
}

/**
 * Value for Fastify's option `trustProxy`: a list of trusted networks, or a function that trusts a
 * number of proxies in front of the server.
 */
const believed = (trusted: TrustedProxies): string[] | ((address: string, hop: number) => boolean) =>
  'networks' in trusted ? [...trusted.networks] : (_address, hop) => hop < trusted.hops;

/** A broken or incomplete request reaches no route and no hook. */
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
 * Records the rules of each route in `routes`.
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
    if (rules.bodyBytesMax)
      Object.assign(route, { bodyLimit: rules.bodyBytesMax, preParsing: requireCaller });
    route.config = { ...route.config, tally: metrics.tallyOf(String(route.method), route.url, rules.call) };
  });
  server.addHook('onRequest', (_request, reply, done) => {
    unsharedAnswer(reply);
    done();
  });
}
