import type { LiveEvent, LiveMessage } from '../../../services/contracts/calls.js';
import { shownFrom } from '../api/call.js';
import { livePath } from '../api/side.js';
import type { LiveStatus } from './live.slice.js';

const POLL_MS = 15_000;
const BACKOFF_MS = [500, 1_000, 2_000, 5_000, 10_000, 15_000];
const FAILURES_BEFORE_POLLING = 3;
/**
 * Milliseconds without a message after which the connection is treated as broken. The server sends
 * a message at least every 15 s.
 */
const SILENCE_MS = 40_000;

export interface LiveListener {
  readonly onChange: (lists: readonly string[] | 'all') => void;
  readonly onStatus: (status: LiveStatus) => void;
}

/**
 * Opens the live connection. After each failure, waits longer before the next try. After
 * `FAILURES_BEFORE_POLLING` failures, also reloads all lists at intervals.
 */
export function openLiveConnection({ onChange, onStatus }: LiveListener): () => void {
  let source: EventSource | undefined;
  let failures = 0;
  let opened = false;
  let retry: ReturnType<typeof setTimeout> | undefined;
  let silence: ReturnType<typeof setTimeout> | undefined;
  let polling: ReturnType<typeof setInterval> | undefined;

  const heard = (): void => {
    clearTimeout(silence);
    silence = setTimeout(failed, SILENCE_MS);
  };

  const failed = (): void => {
    source?.close();
    clearTimeout(silence);
    failures += 1;
    if (failures >= FAILURES_BEFORE_POLLING && !polling) {
      onStatus('polling');
      polling = setInterval(() => onChange('all'), POLL_MS);
      onChange('all');
    } else if (!polling) onStatus('connecting');
    const pause = BACKOFF_MS[Math.min(failures, BACKOFF_MS.length) - 1] ?? POLL_MS;
    retry = setTimeout(connect, pause * (0.75 + share() / 2));
  };

  const connect = (): void => {
    // Events after the oldest answer in this tab may have changed the data on screen.
    const since = opened ? undefined : shownFrom();
    const path = since === undefined ? livePath() : `${livePath()}?after=${since}`;
    source = new EventSource(path, { withCredentials: true });
    source.onopen = () => {
      failures = 0;
      clearInterval(polling);
      polling = undefined;
      onStatus('live');
      // Reload all lists, because the events during the disconnection were not received.
      if (since === undefined) onChange('all');
      opened = true;
    };
    source.onerror = failed;
    const on = (event: LiveEvent, listener: (message: LiveMessage) => void): void =>
      source?.addEventListener(event, (sent) => {
        heard();
        listener(JSON.parse((sent as MessageEvent<string>).data || '{}') as LiveMessage);
      });
    on('heartbeat', () => undefined);
    on('change', ({ lists }) => onChange(lists));
    on('reset', () => onChange('all'));
    on('end', () => onChange('all'));
  };

  const wake = (): void => {
    if (document.visibilityState !== 'visible' || source?.readyState !== EventSource.CLOSED) return;
    clearTimeout(retry);
    connect();
  };

  connect();
  window.addEventListener('online', wake);
  document.addEventListener('visibilitychange', wake);
  return () => {
    source?.close();
    clearTimeout(retry);
    clearTimeout(silence);
    clearInterval(polling);
    window.removeEventListener('online', wake);
    document.removeEventListener('visibilitychange', wake);
  };
}

/**
 * Returns a random number from 0 to 1. Random pauses prevent browsers from reconnecting all at the same time.
 */
export const share = (): number => (crypto.getRandomValues(new Uint32Array(1))[0] ?? 0) / 2 ** 32;
