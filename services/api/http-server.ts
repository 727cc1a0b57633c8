import { FastifyAdapter } from '@nestjs/platform-fastify';
import { fastify, type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import { RuleBroken } from '../contracts/errors.js';
import { admit, type Admission } from './admission.js';
import { JSON_BYTES_MAX, parseBodies, RAW_BYTES_MAX, refuseOversized } from './body-parsing.js';
import type { DeclaredRoutes } from './declared-routes.js';
import { answerFailure } from './failures.filter.js';
import type { RequestMetrics, RouteTally } from './request-metrics.js';

declare module 'fastify' {
  interface FastifyContextConfig {
    tally?: RouteTally;
  }
}

/** Fastify without what we do not use: its request log, Express middleware, content types other than JSON. */
export function fastifyAdapter({
  trustProxy,
  logger,
}: {
  trustProxy: boolean;
  logger: Logger;
}): FastifyAdapter {
  // Made here and not by the adapter: its own would look for API versions in every request, which costs 7 µs each.
  const server = fastify({
    logger: false,
    trustProxy,
    bodyLimit: JSON_BYTES_MAX,
    return503OnClosing: false,
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 200 },
    frameworkErrors: (_error: Error, request: FastifyRequest, reply: FastifyReply) =>
      answerFailure(new RuleBroken('NOT_FOUND'), request, reply, logger),
  });
  // The adapter reads this off what it is given.
  server.decorate('skipMiddie', true);
  parseBodies(server);
  refuseOversized(server);
  server.decorateRequest('caller', undefined);
  return new FastifyAdapter(server);
}

/** Gives every route what its rules ask for, when it is added. @throws when a route declares none: the server does not start */
export function obeyRules(
  server: FastifyInstance,
  { admission, metrics, routes }: { admission: Admission; metrics: RequestMetrics; routes: DeclaredRoutes },
): void {
  server.addHook('onRoute', (route) => {
    const rules = route.config?.rules;
    if (!rules) throw new Error(`${String(route.method)} ${route.url} does not declare who may use it`);
    routes.list.push({ method: String(route.method), url: route.url, rules });
    route.preHandler = admit(rules, admission);
    if (rules.raw) route.bodyLimit = RAW_BYTES_MAX;
    route.config = { ...route.config, tally: metrics.tallyOf(String(route.method), route.url) };
  });
  server.addHook('onResponse', (request, reply, done) => {
    request.routeOptions.config.tally?.note(reply.statusCode, reply.elapsedTime);
    done();
  });
}
