import { setTimeout as sleep } from 'node:timers/promises';
import { appendSurely } from '../../../infra/event-store/decide-and-append.js';
import { fact, systemContext } from '../../../infra/event-store/event-context.js';
import { type EventStore, RevisionConflict } from '../../../infra/event-store/event-store.js';
import { AUDITS_STREAM, lastAudit, type LedgerAudited } from './audit.events.js';

export interface KeepAuditing {
  readonly store: Pick<EventStore, 'append' | 'head' | 'readStream' | 'readAll'>;
  readonly everyMs: number;
  readonly signal: AbortSignal;
  /** Whether it is this process that audits; default always. */
  readonly inOffice?: () => boolean;
  readonly audit: (signal: AbortSignal) => Promise<LedgerAudited>;
  readonly onFault: (error: unknown) => void;
  readonly now?: () => number;
  /** How often it is looked whether an audit is due; default a minute, or sooner where audits are. */
  readonly lookMs?: number;
}

const LOOK_MS = 60_000;

/**
 * Audits whenever the last audit, of whichever process, is so long ago, or this process has run for so long without any. What is found is stored
 * at the end of the stream that was read: of two processes that audited at once one stores. Resolves after the signal.
 */
export async function keepAuditing({
  store,
  everyMs,
  signal,
  inOffice = () => true,
  audit,
  onFault,
  now = () => Date.now(),
  lookMs = Math.min(LOOK_MS, everyMs),
}: KeepAuditing): Promise<void> {
  /** Since when nothing was tried: one that fails is not tried again at once. */
  let since = now();
  while (!signal.aborted) {
    await sleep(lookMs, undefined, { signal, ref: false }).catch(() => undefined);
    if (signal.aborted) return;
    if (!inOffice() || now() - since < everyMs) continue;
    try {
      const head = await store.head(AUDITS_STREAM);
      const last = await lastAudit(store);
      if (last && now() - Date.parse(last.at) < everyMs) continue;
      since = now();
      const found = await audit(signal);
      await appendSurely(store, AUDITS_STREAM, head, [
        fact('LedgerAudited', found, systemContext(new Date(now()))),
      ]);
    } catch (error) {
      if (signal.aborted) return;
      if (!(error instanceof RevisionConflict)) onFault(error);
    }
  }
}
