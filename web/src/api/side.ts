import {
  ADMIN_CSRF_COOKIE,
  ADMIN_LIVE_PATH,
  CSRF_COOKIE,
  LIVE_PATH,
} from '../../../services/contracts/wire-names.js';

/**
 * A browser may have two sessions, one as customer and one as administrator. The side (customer or
 * administrator) determines the token, the cookie and the live connection of this tab.
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
 * Calls that only read also send the CSRF token. Without it, the server would answer an administrator as a
 * customer.
 */
export const csrfCookie = (): string => (current === 'admin' ? ADMIN_CSRF_COOKIE : CSRF_COOKIE);
