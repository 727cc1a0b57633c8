import { appendSurely } from '../../../infra/event-store/decide-and-append.js';
import { fact, systemContext } from '../../../infra/event-store/event-context.js';
import { type EventStore, RevisionConflict } from '../../../infra/event-store/event-store.js';
import { monotonicMs, nowMs } from '../../../infra/host/clock.js';
import { sleep } from '../../../infra/host/timers.js';
import { AUDITS_STREAM, lastAudit, type LedgerAudited } from './audit.events.js';

export interface KeepAuditing {
  readonly store: Pick<EventStore, 'append' | 'head' | 'readStream' | 'readAll'>;
  readonly everyMs: number;
  /** How long after the start an audit may begin that is due by then: never while people wait for the product to come up. */
  readonly firstAfterMs: number;
  readonly signal: AbortSignal;
  /** Whether it is this process that audits; default always. */
  readonly inOffice?: () => boolean;
  readonly audit: (signal: AbortSignal) => Promise<LedgerAudited>;
  readonly onFault: (error: unknown) => void;
  readonly now?: () => number;
  /** Passes at the same pace however the clock is set. */
  readonly elapsed?: () => number;
  /** How often it is looked whether an audit is due; default a minute, or sooner where audits are. */
  readonly lookMs?: number;
}

const LOOK_MS = 60_000;
const LOOK_MS_MIN = 1_000;
/** Clocks of several machines differ by less. An audit further in the future was stored by one that was wrong, and says nothing of now. */
const SKEW_MS = 120_000;

/**
 * Audits whenever the ledger holds no audit, of whichever process, younger than that. When the last one was stored decides, not when this
 * process began: a ledger that is restarted every day is audited too, and one that is restarted again and again is not audited each time.
 * What is found is stored at the end of the stream that was read: of two processes that audited at once one stores. Resolves after the signal.
 */
export async function keepAuditing({
  store,
  everyMs,
  firstAfterMs,
  signal,
  inOffice = () => true,
  audit,
  onFault,
  now = nowMs,
  elapsed = monotonicMs,
  lookMs = Math.min(LOOK_MS, everyMs, Math.max(LOOK_MS_MIN, firstAfterMs)),
}: KeepAuditing): Promise<void> {
  let notBefore = elapsed() + firstAfterMs;
  while (!signal.aborted) {
    await sleep(lookMs, undefined, { signal, ref: false }).catch(() => undefined);
    if (signal.aborted) return;
    if (!inOffice() || elapsed() < notBefore) continue;
    try {
      const head = await store.head(AUDITS_STREAM);
      const last = await lastAudit(store);
      const age = last && now() - Date.parse(last.at);
      if (age !== undefined && age > -SKEW_MS && age < everyMs) continue;
      // One that fails is not tried again at once.
      notBefore = elapsed() + everyMs;
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
