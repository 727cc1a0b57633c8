import {
  ADMIN_CSRF_COOKIE,
  ADMIN_LIVE_PATH,
  CSRF_COOKIE,
  LIVE_PATH,
} from '../../../services/contracts/wire-names.js';

/**
 * A browser may have a session of each `Side`. The side selects the token, cookie and live connection of this
 * tab.
 */
export type Side = 'customer' | 'admin';

let current: Side = 'customer';

export const side = (): Side => current;

export function enterSide(entered: Side): void {
  current = entered;
}

export const ofSide = (name: string): string => (current === 'admin' ? `${name}-admin` : name);

export const livePath = (): string => (current === 'admin' ? ADMIN_LIVE_PATH : LIVE_PATH);

/**
 * Name of the cookie with the CSRF token. Reads send the token too: without it, the server answers for the
 * customer's session.
 */
export const csrfCookie = (): string => (current === 'admin' ? ADMIN_CSRF_COOKIE : CSRF_COOKIE);
