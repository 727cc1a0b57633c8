/** Where the ids of this device's passkeys are kept. */
const PASSKEYS_KEPT = 'naira-ledger-passkeys';

const MOST = 20;

/** Whether this browser can ask this device for a fingerprint or a face. */
export const hasPasskeys = (): boolean => window.isSecureContext && 'PublicKeyCredential' in window;

/** Whether there may be any: every form that buys asks. */
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

/**
 * The passkeys whose keys this device has, by the ids the server gave them, whoever they belong to. They are no secret: a key
 * never leaves the device. Kept when somebody logs out, since the device has its keys still.
 */
export const devicePasskeys = {
  has: (id: string): boolean => hasPasskeys() && ids().includes(id),
  keep: (id: string): void => keep([...ids(), id]),
  forget: (id: string): void => keep(ids().filter((kept) => kept !== id)),
};
