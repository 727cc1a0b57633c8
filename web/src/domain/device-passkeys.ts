const PASSKEYS_KEPT = 'naira-ledger-passkeys';

const MOST = 20;

export const hasPasskeys = (): boolean => window.isSecureContext && 'PublicKeyCredential' in window;

/**
 * True when this device has passkeys. Reads only local storage, because every purchase form needs the answer
 * during its first render.
 */
export const hasKeptPasskeys = (): boolean => localStorage.getItem(PASSKEYS_KEPT) !== null;

function ids(): readonly string[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(PASSKEYS_KEPT) ?? '[]');
    return Array.isArray(kept) ? kept.filter((id) => typeof id === 'string') : [];
  } catch {
    return [];
  }
}

function keep(kept: readonly string[]): void {
  if (kept.length === 0) localStorage.removeItem(PASSKEYS_KEPT);
  else localStorage.setItem(PASSKEYS_KEPT, JSON.stringify(kept.slice(-MOST)));
}

/** Ids of the passkeys of all users of this device. The server made these ids, which are not secret. */
export const devicePasskeys = {
  has: (id: string): boolean => hasPasskeys() && ids().includes(id),
  keep: (id: string): void => keep([...ids(), id]),
  forget: (id: string): void => keep(ids().filter((kept) => kept !== id)),
};
