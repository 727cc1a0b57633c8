import {
  ADMIN_CSRF_COOKIE,
  ADMIN_LIVE_PATH,
  CSRF_COOKIE,
  LIVE_PATH,
} from '../../../services/contracts/wire-names.js';

/**
 * A tab shows the customers' side or the administrators'. One browser may be signed in to both, each with a session of its
 * own: the side says which of them a call, a token and a live connection of this tab belong to.
 */
export type Side = 'customer' | 'admin';

let current: Side = 'customer';

/** The side of the page that is shown. */
export const side = (): Side => current;

/** Called before any page of that side is drawn. */
export function enterSide(entered: Side): void {
  current = entered;
}

/** A name that tabs of one side share with each other and not with those of the other. */
export const ofSide = (name: string): string => (current === 'admin' ? `${name}-admin` : name);

export const livePath = (): string => (current === 'admin' ? ADMIN_LIVE_PATH : LIVE_PATH);

/**
 * The cookie whose value goes with every call of this tab. Also with one that only reads: without it, a call for whoever is
 * signed in would be answered for the customer of this browser.
 */
export const csrfCookie = (): string => (current === 'admin' ? ADMIN_CSRF_COOKIE : CSRF_COOKIE);
