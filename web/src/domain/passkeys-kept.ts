/** Where the ids of this device's passkeys are kept: apart from what reads them, since every form that buys asks whether there are any. */
export const PASSKEYS_KEPT = 'naira-ledger-passkeys';

export const hasKeptPasskeys = (): boolean => localStorage.getItem(PASSKEYS_KEPT) !== null;
