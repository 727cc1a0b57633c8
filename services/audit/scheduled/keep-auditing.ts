import { appendSurely } from '../../../infra/event-store/decide-and-append.js';
import { fact, systemContext } from '../../../infra/event-store/event-context.js';
import { type EventStore, RevisionConflict } from '../../../infra/event-store/event-store.js';
import { monotonicMs, nowMs } from '../../../infra/host/clock.js';
import { sleep } from '../../../infra/host/timers.js';
import { AUDITS_STREAM, lastAudit, type LedgerAudited } from './audit.events.js';

export interface KeepAuditing {
  readonly store: Pick<EventStore, 'append' | 'head' | 'readStream' | 'readAll'>;
  readonly everyMs: number;
  /**
   * Milliseconds from the start of the process to the first audit. The delay keeps the audit from
   * slowing down the start.
   */
  readonly firstAfterMs: number;
  readonly signal: AbortSignal;
  readonly inOffice?: () => boolean;
  readonly audit: (signal: AbortSignal) => Promise<LedgerAudited>;
  readonly onFault: (error: unknown) => void;
  readonly now?: () => number;
  /** Returns milliseconds from a monotonic clock. */
  readonly elapsed?: () => number;
  readonly lookMs?: number;
}

const LOOK_MS = 60_000;
const LOOK_MS_MIN = 1_000;
const SKEW_MS = 120_000;

/**
 * Runs an audit when the newest `LedgerAudited` event of any process is older than `everyMs`. A restart
 * neither delays nor repeats an audit. When two processes audit at the same time, the later append fails with
 * `RevisionConflict`.
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
