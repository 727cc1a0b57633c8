const KEY = 'naira-ledger-known';
const OWNER = 'naira-ledger-owner';

/** Remembers that somebody logged in on this device, so that a new tab asks for their session. No secret is kept. */
export const knownHere = {
  yes: (): boolean => localStorage.getItem(KEY) === 'yes',
  /** What this tab kept for one person (a draft, a purchase in doubt) is not for the next. */
  remember: (email: string): void => {
    const owner = email.trim().toLowerCase();
    if (sessionStorage.getItem(OWNER) !== owner) sessionStorage.clear();
    sessionStorage.setItem(OWNER, owner);
    localStorage.setItem(KEY, 'yes');
  },
  forget: (): void => localStorage.removeItem(KEY),
};
