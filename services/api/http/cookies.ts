import type { CookieSerializeOptions } from '@fastify/cookie';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { nowMs } from '../../../infra/host/clock.js';
import { ADMIN_CSRF_COOKIE, CSRF_COOKIE, SESSION_ENDS } from '../../contracts/wire-names.js';
import { ownEntry } from '../../contracts/own-entry.js';
import type { Role } from '../../contracts/services.js';

export type SessionCookie = 'session' | 'admin_session';
export type DeviceCookie = 'device' | 'admin_device';
type CookieName = SessionCookie | DeviceCookie | 'recovery' | 'admin_attempt';

export const DEVICE_COOKIE_OF = {
  session: 'device',
  admin_session: 'admin_device',
} as const satisfies Record<SessionCookie, DeviceCookie>;

const CSRF_COOKIES: Record<SessionCookie, string> = {
  session: CSRF_COOKIE,
  admin_session: ADMIN_CSRF_COOKIE,
};

export const sessionCookieOf = (role: Role): SessionCookie => (role === 'user' ? 'session' : 'admin_session');

/** Seconds for which the `recovery` cookie is kept. The reset code is valid for the same time. */
const RECOVERY_SECONDS = 600;
/**
 * Seconds for which the cookie of a login attempt is kept. Slightly longer than the lifetime of the
 * attempt, `CHALLENGE_LIFETIME_MS`.
 */
const ATTEMPT_SECONDS = 240;
/** With this lifetime, a browser that is used twice a year stays known. */
const DEVICE_SECONDS = 180 * 24 * 3_600;

/** Over https, browsers send the cookies only to our own host. */
export class Cookies {
  private readonly readable: CookieSerializeOptions;
  private readonly hidden: CookieSerializeOptions;

  constructor(private readonly secure: boolean) {
    this.readable = { path: '/', sameSite: 'lax', secure };
    this.hidden = { ...this.readable, httpOnly: true };
  }

  read({ cookies }: FastifyRequest, cookie: CookieName): string | undefined {
    return ownEntry(cookies, this.nameOf(cookie));
  }

  startSession(
    reply: FastifyReply,
    cookie: SessionCookie,
    { token, ...csrf }: { readonly token: string; readonly csrfToken: string; readonly secondsLeft: number },
  ): void {
    reply.setCookie(this.nameOf(cookie), token, this.hidden);
    this.setCsrf(reply, cookie, csrf);
  }

  /**
   * Sets the CSRF cookie, whose value the page sends in the header `CSRF_HEADER`. For customers, also sets
   * `SESSION_ENDS`: the time (Unix seconds) at which the page deletes its offline copies. Both cookies last
   * until the browser is closed.
   * @param csrf `secondsLeft`: seconds until `SESSION_MAX` ends the session
   */
  setCsrf(
    reply: FastifyReply,
    cookie: SessionCookie,
    csrf: { readonly csrfToken: string; readonly secondsLeft: number },
  ): void {
    reply.setCookie(CSRF_COOKIES[cookie], csrf.csrfToken, this.readable);
    const endsAt = Math.floor(nowMs() / 1_000) + csrf.secondsLeft;
    if (cookie === 'session') reply.setCookie(SESSION_ENDS, String(endsAt), this.readable);
  }

  forgetSession(reply: FastifyReply, cookie: SessionCookie): void {
    reply.setCookie(this.nameOf(cookie), '', { ...this.hidden, maxAge: 0 });
    reply.setCookie(CSRF_COOKIES[cookie], '', { ...this.readable, maxAge: 0 });
  }

  setDevice(reply: FastifyReply, cookie: DeviceCookie, device: string): void {
    reply.setCookie(this.nameOf(cookie), device, { ...this.hidden, maxAge: DEVICE_SECONDS });
  }

  /** Only the browser that asked for a reset code can use the code. */
  setRecovery(reply: FastifyReply, request: string): void {
    reply.setCookie(this.nameOf('recovery'), request, { ...this.hidden, maxAge: RECOVERY_SECONDS });
  }

  forgetRecovery(reply: FastifyReply): void {
    reply.setCookie(this.nameOf('recovery'), '', { ...this.hidden, maxAge: 0 });
  }

  /** Only the browser that began a passkey login can finish the login. */
  setAttempt(reply: FastifyReply, attempt: string): void {
    reply.setCookie(this.nameOf('admin_attempt'), attempt, { ...this.hidden, maxAge: ATTEMPT_SECONDS });
  }

  forgetAttempt(reply: FastifyReply): void {
    reply.setCookie(this.nameOf('admin_attempt'), '', { ...this.hidden, maxAge: 0 });
  }

  /** Browsers accept a `__Host-` cookie only over https and only from the host that it belongs to. */
  private nameOf(cookie: CookieName): string {
    return this.secure ? `__Host-${cookie}` : cookie;
  }
}
