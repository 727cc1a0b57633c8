import { ofSide, side, type Side } from './side.js';

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

/** Names a person to the tabs of this browser, and tells nobody else who they are. */
const nameOf = (email: string): string =>
  [...email.trim().toLowerCase()]
    .reduce((sum, letter) => Math.imul(sum ^ letter.charCodeAt(0), 16_777_619), 0)
    .toString(36);

/**
 * Remembers on this device whose session this browser has, so that a new tab asks for it, and in each tab for whom it keeps
 * things: a session that is not theirs is not for that tab. Each side has its own. No secret is kept.
 */
export const knownHere = {
  /** Whose session this browser has; empty while nobody's is known. */
  who: (): string => localStorage.getItem(ofSide(KNOWN)) ?? '',
  /** Whether this tab keeps things for one person while another has logged in. */
  isOthers: (): boolean => {
    const owner = stored(ofSide(OWNER));
    return owner !== null && knownHere.who() !== '' && owner !== knownHere.who();
  },
  /** Before whoever logged in is let in: what was kept for one person (a draft, a purchase in doubt, a copy) is not for the next. */
  remember: async (email: string): Promise<void> => {
    const before = knownHere.who();
    localStorage.setItem(ofSide(KNOWN), nameOf(email));
    knownHere.takeTab();
    if (before !== knownHere.who()) await dropCopies();
  },
  /** Makes this tab that of whose session this browser has. */
  takeTab: (): void => {
    if (knownHere.isOthers())
      Object.keys(sessionStorage).forEach((key) => {
        if (key.endsWith(ofSide(''))) sessionStorage.removeItem(key);
      });
    if (stored(ofSide(OWNER)) === null) sessionStorage.setItem(ofSide(OWNER), knownHere.who());
  },
  /** The session that this tab had is over: nobody has one here any more, unless somebody else logged in meanwhile. */
  forget: (): void => {
    if (knownHere.isOthers()) return;
    localStorage.removeItem(ofSide(KNOWN));
    void dropCopies();
  },
};

/** What is read of one person is kept under this name for when nothing can be reached. Only customers' is. */
export const COPIES = 'offline-copies';

async function dropCopies(): Promise<void> {
  if ('caches' in window) await caches.delete(ofSide(COPIES)).catch(() => undefined);
}
