import { side, type Side } from './side.js';

const CUSTOMERS = 'grabToken';
const ADMINISTRATORS = 'adminToken';

const stored = (key: string): string | null => sessionStorage.getItem(key);

/**
 * The token of the signed-in person in this tab, each side's under its own key. The session cookie is the authority; this
 * only has to agree with it. An administrator's stands under the customers' key too, while no customer's does: there it is
 * nobody's token.
 */
export const tokenStore = {
  read: (of: Side = side()): string | null => {
    if (of === 'admin') return stored(ADMINISTRATORS);
    return stored(CUSTOMERS) === stored(ADMINISTRATORS) ? null : stored(CUSTOMERS);
  },
  write: (token: string): void => {
    if (side() === 'customer') {
      sessionStorage.setItem(CUSTOMERS, token);
      return;
    }
    if (tokenStore.read('customer') === null) sessionStorage.setItem(CUSTOMERS, token);
    sessionStorage.setItem(ADMINISTRATORS, token);
  },
  clear: (): void => {
    if (side() === 'customer' || tokenStore.read('customer') === null) sessionStorage.removeItem(CUSTOMERS);
    if (side() === 'admin') sessionStorage.removeItem(ADMINISTRATORS);
  },
};

const KNOWN = 'naira-ledger-known';
const OWNER = 'naira-ledger-owner';

/** Remembers that somebody logged in on this device, so that a new tab asks for their session. No secret is kept. */
export const knownHere = {
  yes: (): boolean => localStorage.getItem(KNOWN) === 'yes',
  /** What this tab kept for one person (a draft, a purchase in doubt) is not for the next. */
  remember: (email: string): void => {
    const owner = email.trim().toLowerCase();
    if (sessionStorage.getItem(OWNER) !== owner) sessionStorage.clear();
    sessionStorage.setItem(OWNER, owner);
    localStorage.setItem(KNOWN, 'yes');
  },
  forget: (): void => localStorage.removeItem(KNOWN),
};
