import type { CookieSerializeOptions } from '@fastify/cookie';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ADMIN_CSRF_COOKIE, CSRF_COOKIE } from '../../contracts/calls.js';
import { ownEntry } from '../../contracts/own-entry.js';
import type { Role } from '../../contracts/services.js';

export type SessionCookie = 'session' | 'admin_session';
export type DeviceCookie = 'device' | 'admin_device';
type CookieName = SessionCookie | DeviceCookie | 'recovery' | 'admin_attempt';

/** The cookie in which a browser is known to accounts that sign in with that session. */
export const DEVICE_COOKIE_OF = {
  session: 'device',
  admin_session: 'admin_device',
} as const satisfies Record<SessionCookie, DeviceCookie>;

const CSRF_COOKIES: Record<SessionCookie, string> = {
  session: CSRF_COOKIE,
  admin_session: ADMIN_CSRF_COOKIE,
};

/** The cookie that holds the session of somebody with this role. */
export const sessionCookieOf = (role: Role): SessionCookie => (role === 'user' ? 'session' : 'admin_session');

/** Seconds the `recovery` cookie lives: as long as the code it belongs to. */
const RECOVERY_SECONDS = 600;
/** Seconds the `admin_attempt` cookie lives: a little longer than what it belongs to. */
const ATTEMPT_SECONDS = 240;
/** A browser that signs in at least twice a year stays known. */
const DEVICE_SECONDS = 180 * 24 * 3_600;

/** Names and attributes of our cookies: over https they are bound to the host and to encryption. */
export class Cookies {
  private readonly readable: CookieSerializeOptions;
  private readonly hidden: CookieSerializeOptions;

  /** @param secure whether people use the site over https */
  constructor(private readonly secure: boolean) {
    this.readable = { path: '/', sameSite: 'lax', secure };
    this.hidden = { ...this.readable, httpOnly: true };
  }

  /** What the browser sent in this cookie; undefined when it sent none. */
  read({ cookies }: FastifyRequest, cookie: CookieName): string | undefined {
    return ownEntry(cookies, this.nameOf(cookie));
  }

  /** Gives the browser a session, and the CSRF token that belongs to it. */
  startSession(
    reply: FastifyReply,
    cookie: SessionCookie,
    { token, csrfToken }: { readonly token: string; readonly csrfToken: string },
  ): void {
    reply.setCookie(this.nameOf(cookie), token, this.hidden);
    this.setCsrf(reply, cookie, csrfToken);
  }

  /** Readable by our own page, which sends it back in a header. Each of the two sessions has its own. */
  setCsrf(reply: FastifyReply, cookie: SessionCookie, csrfToken: string): void {
    reply.setCookie(CSRF_COOKIES[cookie], csrfToken, this.readable);
  }

  /** Makes the browser forget the session and its CSRF token. */
  forgetSession(reply: FastifyReply, cookie: SessionCookie): void {
    reply.setCookie(this.nameOf(cookie), '', { ...this.hidden, maxAge: 0 });
    reply.setCookie(CSRF_COOKIES[cookie], '', { ...this.readable, maxAge: 0 });
  }

  /** Says that this browser has signed in to the account before. */
  setDevice(reply: FastifyReply, cookie: DeviceCookie, device: string): void {
    reply.setCookie(this.nameOf(cookie), device, { ...this.hidden, maxAge: DEVICE_SECONDS });
  }

  /** Says which reset code this browser asked for. */
  setRecovery(reply: FastifyReply, request: string): void {
    reply.setCookie(this.nameOf('recovery'), request, { ...this.hidden, maxAge: RECOVERY_SECONDS });
  }

  forgetRecovery(reply: FastifyReply): void {
    reply.setCookie(this.nameOf('recovery'), '', { ...this.hidden, maxAge: 0 });
  }

  /** Says in which browser an administrator began to sign in with a device. */
  setAttempt(reply: FastifyReply, attempt: string): void {
    reply.setCookie(this.nameOf('admin_attempt'), attempt, { ...this.hidden, maxAge: ATTEMPT_SECONDS });
  }

  forgetAttempt(reply: FastifyReply): void {
    reply.setCookie(this.nameOf('admin_attempt'), '', { ...this.hidden, maxAge: 0 });
  }

  /** The name in use: `__Host-` makes a browser refuse it from another host or without encryption. */
  private nameOf(cookie: CookieName): string {
    return this.secure ? `__Host-${cookie}` : cookie;
  }
}
