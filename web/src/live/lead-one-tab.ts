import { ofSide } from '../api/side.js';

const LOCK = 'naira-ledger-live';

interface Leading {
  /** Starts the work of the tab that leads, and returns a function that stops the work. */
  readonly lead: () => () => void;
  /** Called when a tab frozen by the browser wakes up, because it may have missed updates. */
  readonly onReturn: () => void;
}

/**
 * Runs `lead` in one tab of the browser, because browsers limit connections per host. Without the Web Locks
 * API, every tab leads.
 */
export function leadOneTab({ lead, onReturn }: Leading): () => void {
  if (!('locks' in navigator)) return lead();
  let leave = standForLead(lead);
  // Release `LOCK` before the tab is frozen, or no other tab gets updates. Android freezes background tabs
  // after five minutes.
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
