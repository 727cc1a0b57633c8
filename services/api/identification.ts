import type { FastifyRequest } from 'fastify';
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

  /** Answers at once when the caller is in memory. @throws RuleBroken when nobody is proven */
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

  private byCookie(header: string | undefined, wanted: SessionCookie): Caller {
    const secret = cookieOf(header, this.cookies.nameOf(wanted));
    const session = secret === undefined || secret === '' ? undefined : this.sessions.find(secret);
    if (session) return { userId: session.userId, role: session.role, session };
    // Signed in, but as somebody else: that is the wrong role, not nobody.
    const other = cookieOf(header, this.cookies.nameOf(OTHER[wanted]));
    const otherSession = other ? this.sessions.find(other) : undefined;
    if (otherSession) return { userId: otherSession.userId, role: otherSession.role, session: otherSession };
    throw new RuleBroken(secret ? 'SESSION_EXPIRED' : 'AUTH_REQUIRED');
  }
}
