import { ofSide } from '../api/side.js';

const LOCK = 'naira-ledger-live';

interface Leading {
  /** What the leader does; returns how to stop it. */
  readonly lead: () => () => void;
  /** This tab stood still, and what was told meanwhile may have been lost. */
  readonly onReturn: () => void;
}

/**
 * Runs `lead` in one tab of this browser at a time: browsers allow few connections to one host, and each tab would hold
 * one open. When that tab closes, the next one takes over. Without the Web Locks API every tab leads itself.
 */
export function leadOneTab({ lead, onReturn }: Leading): () => void {
  if (!('locks' in navigator)) return lead();
  let leave = standForLead(lead);
  // A page in the background may be frozen, on Android after five minutes: it would keep the lock and tell nobody anything.
  const freeze = (): void => {
    leave();
    leave = () => undefined;
  };
  const resume = (): void => {
    leave = standForLead(lead);
    onReturn();
  };
  document.addEventListener('freeze', freeze);
  document.addEventListener('resume', resume);
  return () => {
    document.removeEventListener('freeze', freeze);
    document.removeEventListener('resume', resume);
    leave();
  };
}

/** Waits for the lock, and leads once it is there. Returns how to give it up. */
function standForLead(lead: () => () => void): () => void {
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
