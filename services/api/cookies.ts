import { CSRF_COOKIE } from '../contracts/calls.js';

export type SessionCookie = 'session' | 'admin_session';

/** Seconds the `recovery` cookie lives: as long as the code it belongs to. */
const RECOVERY_SECONDS = 600;

/** One cookie of a request header. Reads only what is asked for: most requests need one cookie or none. */
export function cookieOf(header: string | undefined, name: string): string | undefined {
  if (header === undefined) return undefined;
  let start = 0;
  while (start < header.length) {
    let end = header.indexOf(';', start);
    if (end === -1) end = header.length;
    const equals = header.indexOf('=', start);
    if (equals !== -1 && equals < end && header.slice(start, equals).trim() === name)
      return header.slice(equals + 1, end).trim();
    start = end + 1;
  }
  return undefined;
}

/** Names and attributes of our cookies: over https they are bound to the host and to encryption. */
export class Cookies {
  constructor(private readonly secure: boolean) {}

  /** The name in use: `__Host-` makes a browser refuse it from another host or without encryption. */
  nameOf(cookie: SessionCookie | 'recovery'): string {
    return this.secure ? `__Host-${cookie}` : cookie;
  }

  session(cookie: SessionCookie, token: string): string {
    return `${this.nameOf(cookie)}=${token}; Path=/; HttpOnly; SameSite=Lax${this.secure ? '; Secure' : ''}`;
  }

  /** Says which reset code this browser asked for. */
  recovery(request: string): string {
    return `${this.recoveryOf(request)}; Max-Age=${RECOVERY_SECONDS}`;
  }

  forgetRecovery(): string {
    return `${this.recoveryOf('')}; Max-Age=0`;
  }

  /** Readable by our own page, which sends it back in a header. */
  csrf(token: string): string {
    return `${CSRF_COOKIE}=${token}; Path=/; SameSite=Lax${this.secure ? '; Secure' : ''}`;
  }

  private recoveryOf(request: string): string {
    const secure = this.secure ? '; Secure' : '';
    return `${this.nameOf('recovery')}=${request}; Path=/; HttpOnly; SameSite=Lax${secure}`;
  }

  /** Makes the browser forget the session and its CSRF token. */
  forget(cookie: SessionCookie): string[] {
    return [`${this.session(cookie, '')}; Max-Age=0`, `${this.csrf('')}; Max-Age=0`];
  }
}
