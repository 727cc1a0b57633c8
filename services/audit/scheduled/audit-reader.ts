import type { EventStore } from '../../../infra/event-store/event-store.js';
import { monotonicMs } from '../../../infra/host/clock.js';
import { sleep } from '../../../infra/host/timers.js';
import { lastAudit, type StoredAudit } from './audit.events.js';

const PATIENCE_MS = 1_000;
const ASK_EVERY_MS = 5_000;

export class AuditReader {
  private last: StoredAudit | undefined;
  private asking: Promise<void> | undefined;
  private askedAt = -Infinity;

  constructor(
    private readonly store: Pick<EventStore, 'readStream'>,
    readonly everyMs: number,
  ) {}

  /**
   * Returns the last audit from memory, without waiting. Updates the memory from the store in the
   * background.
   */
  known(): StoredAudit | undefined {
    if (monotonicMs() - this.askedAt > ASK_EVERY_MS) void this.ask();
    return this.last;
  }

  /**
   * Returns the last audit from the store. Without an answer within `PATIENCE_MS`, returns the one from
   * memory.
   */
  async latest(): Promise<StoredAudit | undefined> {
    const given = new AbortController();
    const late = sleep(PATIENCE_MS, undefined, { signal: given.signal, ref: false }).catch(() => undefined);
    await Promise.race([this.ask(), late]);
    given.abort();
    return this.last;
  }

  private ask(): Promise<void> {
    this.askedAt = monotonicMs();
    this.asking ??= lastAudit(this.store)
      .then(
        (last) => {
          this.last = last;
        },
        () => undefined,
      )
      .finally(() => (this.asking = undefined));
    return this.asking;
  }
}

/** Time (ISO 8601) of the next audit. Null before the first audit. */
export const nextAuditAt = (audit: StoredAudit | undefined, everyMs: number): string | null =>
  audit ? new Date(Date.parse(audit.at) + everyMs).toISOString() : null;

/** All values are null before the first audit. */
export const auditFacts = (
  audit: StoredAudit | undefined,
  everyMs: number,
  now: number,
): Readonly<Record<AuditFact, number | null>> => ({
  drift: audit?.drift ?? null,
  unexplained_naira: audit?.unexplained ? Number(audit.unexplained) / 100 : null,
  verify_problems: audit?.problems ?? null,
  audit_position: audit?.position ?? null,
  audit_unfinished: audit ? Number(audit.unfinished !== null) : null,
  audit_age_seconds: audit ? Math.max(0, now - Date.parse(audit.at)) / 1_000 : null,
  audit_every_seconds: everyMs / 1_000,
});

export const AUDIT_FACTS = {
  drift: 'Rows, keys and views that the last audit found to differ from the log.',
  unexplained_naira: 'What postings move other than events state, by the last audit.',
  verify_problems: 'Problems that the last audit found in the log.',
  audit_position: 'How far the log went at the last audit.',
  audit_unfinished: '1 when the last audit could not finish.',
  audit_age_seconds: 'Age of the last audit.',
  audit_every_seconds: 'How often an audit is due.',
} as const;
type AuditFact = keyof typeof AUDIT_FACTS;

export const overdueAfterMs = (everyMs: number): number => 2 * everyMs;

export function auditNotes(audit: StoredAudit | undefined, everyMs: number, now: number): string[] {
  if (!audit) return [];
  const { drift, unexplained, problems, unfinished, position, at } = audit;
  const overdue = now - Date.parse(at) > overdueAfterMs(everyMs);
  const found = [
    ...((drift ?? 0) > 0 ? [`drift ${drift}`] : []),
    ...((unexplained ?? '0') === '0' ? [] : [`${unexplained} kobo unexplained`]),
    ...((problems ?? 0) > 0 ? [`${problems} problems of the log`] : []),
  ];
  return [
    ...(found.length > 0 ? [`the audit at event ${position} found ${found.join(', ')}`] : []),
    ...(overdue
      ? [
          `the last audit is of ${at}, and another one was due at ${nextAuditAt(audit, everyMs)}: the log of the server, or of the projector, says why there is none`,
        ]
      : []),
    ...(unfinished === null ? [] : [`the audit at event ${position} could not finish: ${unfinished}`]),
  ];
}
