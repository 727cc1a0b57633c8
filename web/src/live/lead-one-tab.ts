import { ofSide } from '../api/side.js';

const LOCK = 'naira-ledger-live';

/**
 * Runs `lead` in one tab of this browser at a time: browsers allow few connections to one host, and each tab would hold
 * one open. When that tab closes, the next one takes over. Without the Web Locks API every tab leads itself.
 */
export function leadOneTab(lead: () => () => void): () => void {
  if (!('locks' in navigator)) return lead();
  const leaving = new AbortController();
  let release: (() => void) | undefined;
  navigator.locks
    .request(ofSide(LOCK), { signal: leaving.signal }, () => {
      const stop = lead();
      return new Promise<void>((resolve) => {
        release = () => {
          stop();
          resolve();
        };
      });
    })
    .catch(() => undefined);
  return () => {
    if (release) release();
    else leaving.abort();
  };
}
