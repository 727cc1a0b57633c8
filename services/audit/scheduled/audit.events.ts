import { eventReader, type EventStore, type NewEvent } from '../../../infra/event-store/event-store.js';

export const AUDITS_STREAM = 'ledger-audits';

export type AuditEvent = NewEvent<'LedgerAudited', LedgerAudited>;

export interface LedgerAudited {
  /** Time (ISO 8601) at which the audit started. */
  readonly startedAt: string;
  readonly position: number;
  /** Number of rows, keys and views that differ from the log. Null when `compareViews` did not finish. */
  readonly drift: number | null;
  readonly drifting: readonly { readonly view: string; readonly drift: number }[];
  /** First twenty findings as text. The text never contains personal data. */
  readonly lines: readonly string[];
  /**
   * Kobo, as a decimal string, that `findUnexplained` could not explain. Null when `findUnexplained` did not
   * finish.
   */
  readonly unexplained: string | null;
  /** Number of problems that `verifyLedger` found. Null when `verifyLedger` did not finish. */
  readonly problems: number | null;
  /** Errors of the audit steps that did not finish. Null when all steps finished. */
  readonly unfinished: string | null;
}

export type StoredAudit = LedgerAudited & { readonly at: string };

const auditEvent = eventReader<AuditEvent>({ LedgerAudited: true });

export async function lastAudit(store: Pick<EventStore, 'readStream'>): Promise<StoredAudit | undefined> {
  const [last] = await store.readStream(AUDITS_STREAM, { direction: 'backwards', limit: 1 });
  const audited = last && auditEvent(last);
  return audited && { ...audited.data, at: audited.at };
}
