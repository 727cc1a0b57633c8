import type { FastifyInstance, FastifyReply } from 'fastify';
import { RuleBroken } from '../../contracts/errors.js';
import type { RouteRules } from '../guards/route-rules.js';

export interface DeclaredRoute {
  readonly method: string;
  readonly url: string;
  readonly rules: RouteRules;
}

const ANY_PAGE = '/*';

export class DeclaredRoutes {
  readonly list: DeclaredRoute[] = [];
  private known: ReadonlyMap<string, readonly string[]> | undefined;

  methodsAt(path: string): readonly string[] {
    this.known ??= this.byUrl();
    const bare = withoutSlash(path);
    const exact = this.known.get(bare);
    if (exact) return exact;
    for (const [url, methods] of this.known) if (url.includes(':') && fits(url, bare)) return methods;
    return [];
  }

  private byUrl(): Map<string, string[]> {
    const methods = new Map<string, string[]>();
    for (const { method, url } of this.list) {
      if (url === ANY_PAGE) continue;
      const bare = withoutSlash(url);
      methods.set(bare, [...new Set([...(methods.get(bare) ?? []), method])]);
    }
    return methods;
  }
}

function fits(url: string, path: string): boolean {
  const [wanted, given] = [url.split('/'), path.split('/')];
  return (
    wanted.length === given.length &&
    wanted.every((part, index) => (part.startsWith(':') ? given[index] !== '' : part === given[index]))
  );
}

const withoutSlash = (path: string): string => (path.endsWith('/') ? path.slice(0, -1) : path);

/** Returns METHOD_NOT_ALLOWED when the address exists with other methods. */
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

export function refuseOtherMethods(server: FastifyInstance, routes: DeclaredRoutes): void {
  server.addHook('onRequest', (request, reply, done) =>
    done(request.is404 ? wrongMethod(routes, request, reply) : undefined),
  );
}
