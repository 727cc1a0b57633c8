import { ofSide, side, type Side } from './side.js';

const CUSTOMERS = 'grabToken';
const ADMINISTRATORS = 'adminToken';

const stored = (key: string): string | null => sessionStorage.getItem(key);

/**
 * Session token of this tab. Customers and administrators have separate storage keys. The server trusts only
 * the session cookie.
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

/**
 * Hash of an email address. `localStorage` contains only the hash, so it does not reveal the person who uses
 * the browser.
 */
const nameOf = (email: string): string =>
  [...email.trim().toLowerCase()]
    .reduce((sum, letter) => Math.imul(sum ^ letter.charCodeAt(0), 16_777_619), 0)
    .toString(36);

export const knownHere = {
  /** Hash that identifies the owner of the browser's session. Empty when the owner is unknown. */
  who: (): string => localStorage.getItem(ofSide(KNOWN)) ?? '',
  isOthers: (): boolean => {
    const owner = stored(ofSide(OWNER));
    return owner !== null && knownHere.who() !== '' && owner !== knownHere.who();
  },
  /**
   * Remembers the person who has logged in. Await this call before showing pages. Otherwise pages could show
   * another person's drafts and offline copies.
   */
  remember: async (email: string): Promise<void> => {
    const before = knownHere.who();
    localStorage.setItem(ofSide(KNOWN), nameOf(email));
    knownHere.takeTab();
    if (before !== knownHere.who()) await dropCopies();
  },
  takeTab: (): void => {
    if (knownHere.isOthers())
      Object.keys(sessionStorage).forEach((key) => {
        if (key.endsWith(ofSide(''))) sessionStorage.removeItem(key);
      });
    if (stored(ofSide(OWNER)) === null) sessionStorage.setItem(ofSide(OWNER), knownHere.who());
  },
  /** Forgets the known person and the offline copies, unless another tab has logged in a different person. */
  forget: (): void => {
    if (knownHere.isOthers()) return;
    localStorage.removeItem(ofSide(KNOWN));
    void dropCopies();
  },
};

export const COPIES = 'offline-copies';

export async function dropCopies(): Promise<void> {
  if ('caches' in window) await caches.delete(ofSide(COPIES)).catch(() => undefined);
}
