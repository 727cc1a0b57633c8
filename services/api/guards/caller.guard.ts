import { Inject, Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { CSRF_HEADER, type Access } from '../../contracts/calls.js';
import { RuleBroken } from '../../contracts/errors.js';
import type { Session } from '../../customers/login/live-session.js';
import { Sessions } from '../../customers/login/sessions.js';
import { Users } from '../../customers/users.js';
import { rulesOf } from './route-rules.js';
import type { Caller } from './caller.js';
import { Cookies, type SessionCookie } from '../http/cookies.js';

/** Accept `Token` too, because customers keep programs that they wrote for older systems. */
const BEARER = /^(?:Bearer|Token) +(\S{1,256})$/i;

const OTHER: Record<SessionCookie, SessionCookie> = { session: 'admin_session', admin_session: 'session' };

const BY_PAGE: ReadonlySet<Access> = new Set<Access>(['session', 'buyer', 'browser-buyer']);

export const ASKS_NOBODY: ReadonlySet<Access> = new Set<Access>(['public', 'operations', 'provider']);

/**
 * First guard of each request. Sets `request.caller` from the API token or the session cookie.
 * Works synchronously when the caller is cached.
 */
@Injectable()
export class CallerGuard implements CanActivate {
  constructor(
    @Inject(Users) private readonly users: Pick<Users, 'cachedByApiToken' | 'byApiToken'>,
    @Inject(Sessions) private readonly sessions: Pick<Sessions, 'find' | 'verifyCsrf'>,
    @Inject(Cookies) private readonly cookies: Cookies,
  ) {}

  canActivate(context: ExecutionContext): true | Promise<true> {
    const request = context.getArgByIndex<FastifyRequest>(0);
    const { access } = rulesOf(request);
    // `Admission` may have set `request.caller` already.
    if (request.caller || ASKS_NOBODY.has(access)) return true;
    const caller = this.callerOf(request, access);
    if (caller instanceof Promise)
      return caller.then((found) => {
        request.caller = found;
        return true;
      });
    request.caller = caller;
    return true;
  }

  /**
   * @throws RuleBroken when the request does not prove its caller
   * @throws SessionsUnavailable
   */
  callerOf(request: FastifyRequest, access: Access): Caller | Promise<Caller> {
    const { authorization, origin } = request.headers;
    if (authorization !== undefined) return this.byApiToken(authorization, origin);
    if (access === 'admin' || access === 'auditor') return this.byCookie(request, 'admin_session');
    if (BY_PAGE.has(access)) return this.byPage(request);
    return this.byCookie(request, 'session');
  }

  /**
   * Chooses between a customer's and an administrator's session in one browser by the header `X-CSRFToken` of
   * the page. Without this header, uses the customer's session.
   */
  private byPage(request: FastifyRequest): Caller | Promise<Caller> {
    const csrf = request.headers[CSRF_HEADER];
    const admin = this.cookies.read(request, 'admin_session');
    const customer = this.cookies.read(request, 'session');
    if (!admin || !customer || typeof csrf !== 'string') return this.byCookie(request, 'session');
    const meant = (session: Session | undefined): boolean =>
      session !== undefined && this.sessions.verifyCsrf(session, csrf);
    const session = this.sessions.find(admin);
    if (session instanceof Promise)
      return session.then((found) => (meant(found) ? ownerOf(found) : this.byCookie(request, 'session')));
    return meant(session) ? ownerOf(session) : this.byCookie(request, 'session');
  }

  private byApiToken(authorization: string, origin: string | undefined): Caller | Promise<Caller> {
    // Only browsers send `origin`. An API token in a browser has leaked, because API tokens belong on servers.
    if (origin !== undefined) throw new RuleBroken('CROSS_SITE');
    const token = BEARER.exec(authorization)?.[1];
    if (token === undefined) throw new RuleBroken('AUTH_REQUIRED');
    const known = this.users.cachedByApiToken(token);
    if (known) return { userId: known.userId, role: known.role, apiToken: token, user: known };
    return this.users.byApiToken(token).then((user) => {
      if (!user) throw new RuleBroken('AUTH_REQUIRED');
      return { userId: user.userId, role: user.role, apiToken: token, user };
    });
  }

  private byCookie(request: FastifyRequest, wanted: SessionCookie): Caller | Promise<Caller> {
    const secret = this.cookies.read(request, wanted);
    const session = secret ? this.sessions.find(secret) : undefined;
    if (session instanceof Promise)
      return session.then((found) => (found ? ownerOf(found) : this.byOtherCookie(request, wanted, secret)));
    return session ? ownerOf(session) : this.byOtherCookie(request, wanted, secret);
  }

  /**
   * Finds the browser's session of the other role, customer or administrator. `RoleGuard` then refuses the
   * call with `WRONG_ROLE`.
   */
  private byOtherCookie(
    request: FastifyRequest,
    wanted: SessionCookie,
    secret: string | undefined,
  ): Caller | Promise<Caller> {
    const other = this.cookies.read(request, OTHER[wanted]);
    const session = other ? this.sessions.find(other) : undefined;
    const nobody = secret ? 'SESSION_EXPIRED' : 'AUTH_REQUIRED';
    if (session instanceof Promise) return session.then((found) => ownerOf(found, nobody));
    return ownerOf(session, nobody);
  }
}

function ownerOf(
  session: Session | undefined,
  nobody: 'SESSION_EXPIRED' | 'AUTH_REQUIRED' = 'AUTH_REQUIRED',
): Caller {
  if (!session) throw new RuleBroken(nobody);
  return { userId: session.userId, role: session.role, session };
}
