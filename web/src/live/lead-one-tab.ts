import { ofSide } from '../api/side.js';

const LOCK = 'naira-ledger-live';

interface Leading {
  /** Starts the work that only the leading tab does. Returns a function that stops this work. */
  readonly lead: () => () => void;
  /** Called when this tab becomes active after the browser had frozen it. The tab may have missed updates. */
  readonly onReturn: () => void;
}

/**
 * Calls `lead` in only one tab of the browser, because browsers limit the number of connections per host. In
 * browsers without the Web Locks API, every tab calls `lead`.
 */
export function leadOneTab({ lead, onReturn }: Leading): () => void {
  if (!('locks' in navigator)) return lead();
  let leave = standForLead(lead);
  // Release `LOCK` before the browser freezes the tab. Otherwise no other tab would get updates. Android
  // freezes background tabs after five minutes.
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
