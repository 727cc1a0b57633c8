import { applyDecorators, HttpCode, Post } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import { CALLS, type Access, type CallKind, type CallName } from '../contracts/calls.js';

/** What a route declares about itself. A route without it stops the server from starting. */
export interface RouteRules {
  readonly access: Access;
  readonly kind: CallKind;
  /** The call of the contract it serves: its body is checked against the shape of that name. */
  readonly call?: CallName;
  /** The body is handed over as the bytes that arrived, and may be larger. */
  readonly raw?: true;
  /** Refused when a browser says that another site sent it. */
  readonly sameSite?: true;
}

declare module 'fastify' {
  interface FastifyContextConfig {
    rules?: RouteRules;
  }
}

/** Declares who may use a route that is not in the table of calls. */
export const Rules = (rules: RouteRules): MethodDecorator => RouteConfig({ rules }) as MethodDecorator;

/** Ways into an account: another site's page must not send them in a visitor's name. */
const OWN_PAGE_ONLY: ReadonlySet<CallName> = new Set<CallName>([
  ...(['login', 'adminLogin', 'register', 'forgotPassword', 'resetPassword'] as const),
]);

/** Serves one call of the contract: its path (with and without the last slash), access, kind and shape come from the table. */
export function Serves(call: CallName): MethodDecorator {
  const { path, access, kind } = CALLS[call];
  const sameSite = OWN_PAGE_ONLY.has(call) ? { sameSite: true as const } : {};
  return applyDecorators(Post(path), HttpCode(200), Rules({ access, kind, call, ...sameSite }));
}
