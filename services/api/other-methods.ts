import type { FastifyInstance, FastifyReply } from 'fastify';
import { RuleBroken } from '../contracts/errors.js';
import type { DeclaredRoutes } from './declared-routes.js';

/** For an address that is known, but not with this method: 405 with the methods it takes. Undefined otherwise. */
export function wrongMethod(
  routes: DeclaredRoutes,
  { method, url }: { readonly method: string; readonly url: string },
  reply: FastifyReply,
): RuleBroken | undefined {
  const allowed = routes.methodsAt(url.split('?', 1)[0]!);
  if (allowed.length === 0 || allowed.includes(method)) return undefined;
  reply.header('allow', allowed.join(', '));
  return new RuleBroken('METHOD_NOT_ALLOWED');
}

/** Before a body is read: what nobody serves is refused whatever it holds. */
export function refuseOtherMethods(server: FastifyInstance, routes: DeclaredRoutes): void {
  server.addHook('onRequest', (request, reply, done) =>
    done(request.is404 ? wrongMethod(routes, request, reply) : undefined),
  );
}
