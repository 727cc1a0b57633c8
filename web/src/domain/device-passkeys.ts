const KEY = 'naira-ledger-passkeys';
const MOST = 20;

/** Whether this browser can ask this device for a fingerprint or a face. */
export const hasPasskeys = (): boolean => window.isSecureContext && 'PublicKeyCredential' in window;

function ids(): readonly string[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]');
    return Array.isArray(kept) ? kept.filter((id) => typeof id === 'string') : [];
  } catch {
    return [];
  }
}

/**
 * The passkeys whose keys this device has, by the ids the server gave them, whoever they belong to. They are no secret: a key
 * never leaves the device. Kept when somebody logs out, since the device has its keys still.
 */
export const devicePasskeys = {
  any: (): boolean => hasPasskeys() && ids().length > 0,
  has: (id: string): boolean => hasPasskeys() && ids().includes(id),
  keep: (id: string): void => localStorage.setItem(KEY, JSON.stringify([...ids(), id].slice(-MOST))),
  forget: (id: string): void =>
    localStorage.setItem(KEY, JSON.stringify(ids().filter((kept) => kept !== id))),
};
