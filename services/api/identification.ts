import type { FastifyRequest } from 'fastify';
import type { Session } from '../accounts/sessions.js';
import type { Access } from '../contracts/calls.js';
import { RuleBroken } from '../contracts/errors.js';
import type { ApiDeps } from './api-deps.js';
import type { Caller } from './caller.js';
import { cookieOf, type Cookies, type SessionCookie } from './cookies.js';

const BEARER = /^Bearer +(\S{1,256})$/i;

const OTHER: Record<SessionCookie, SessionCookie> = { session: 'admin_session', admin_session: 'session' };

/** Finds out who makes a request: the owner of an API token, or of the session whose cookie the route looks at. */
export class Identification {
  constructor(
    private readonly users: Pick<ApiDeps['users'], 'cachedByApiToken' | 'byApiToken'>,
    private readonly sessions: Pick<ApiDeps['sessions'], 'find'>,
    private readonly cookies: Cookies,
  ) {}

  /** Answers at once when the caller is in memory. @throws RuleBroken when nobody is proven, SessionsUnavailable */
  of(request: FastifyRequest, access: Access): Caller | Promise<Caller> {
    const { authorization, cookie, origin } = request.headers;
    if (authorization !== undefined) return this.byApiToken(authorization, origin);
    return this.byCookie(cookie, access === 'admin' || access === 'auditor' ? 'admin_session' : 'session');
  }

  private byApiToken(authorization: string, origin: string | undefined): Caller | Promise<Caller> {
    // An API token belongs on a server; one that a web page sends has leaked into a page.
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

  private byCookie(header: string | undefined, wanted: SessionCookie): Caller | Promise<Caller> {
    const secret = cookieOf(header, this.cookies.nameOf(wanted));
    const session = secret ? this.sessions.find(secret) : undefined;
    if (session instanceof Promise)
      return session.then((found) => (found ? callerOf(found) : this.byOtherCookie(header, wanted, secret)));
    return session ? callerOf(session) : this.byOtherCookie(header, wanted, secret);
  }

  /** Signed in, but as somebody else: that is the wrong role, not nobody. */
  private byOtherCookie(
    header: string | undefined,
    wanted: SessionCookie,
    secret: string | undefined,
  ): Caller | Promise<Caller> {
    const other = cookieOf(header, this.cookies.nameOf(OTHER[wanted]));
    const session = other ? this.sessions.find(other) : undefined;
    const nobody = secret ? 'SESSION_EXPIRED' : 'AUTH_REQUIRED';
    if (session instanceof Promise) return session.then((found) => callerOf(found, nobody));
    return callerOf(session, nobody);
  }
}

function callerOf(
  session: Session | undefined,
  nobody: 'SESSION_EXPIRED' | 'AUTH_REQUIRED' = 'AUTH_REQUIRED',
): Caller {
  if (!session) throw new RuleBroken(nobody);
  return { userId: session.userId, role: session.role, session };
}
