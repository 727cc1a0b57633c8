import type { FastifyInstance, FastifyReply } from 'fastify';
import { RuleBroken } from '../../contracts/errors.js';
import type { RouteRules } from '../guards/route-rules.js';

export interface DeclaredRoute {
  readonly method: string;
  /** As declared: `/webhooks/vtpass/:secret`. */
  readonly url: string;
  readonly rules: RouteRules;
}

/** Stands for every address of a page. */
const ANY_PAGE = '/*';

/** Every route of the server with what it declared, as they were added. */
export class DeclaredRoutes {
  readonly list: DeclaredRoute[] = [];
  private known: ReadonlyMap<string, readonly string[]> | undefined;

  /** The methods that an address takes, with or without its last slash; empty when it is none of ours, or a page. */
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
