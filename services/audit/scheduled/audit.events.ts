import { eventReader, type EventStore, type NewEvent } from '../../../infra/event-store/event-store.js';

export const AUDITS_STREAM = 'ledger-audits';

export type AuditEvent = NewEvent<'LedgerAudited', LedgerAudited>;

export interface LedgerAudited {
  /** Start of the audit, ISO 8601. */
  readonly startedAt: string;
  readonly position: number;
  /** Rows, keys and views that differ from the log; null when `compareViews` did not finish. */
  readonly drift: number | null;
  readonly drifting: readonly { readonly view: string; readonly drift: number }[];
  /** First twenty findings, never with personal data. */
  readonly lines: readonly string[];
  /** Unexplained money in kobo digits; null when `findUnexplained` did not finish. */
  readonly unexplained: string | null;
  /** Problems of `verifyLedger`; null when it did not finish. */
  readonly problems: number | null;
  /** Errors of unfinished steps; null when all steps finished. */
  readonly unfinished: string | null;
}

export type StoredAudit = LedgerAudited & { readonly at: string };

const auditEvent = eventReader<AuditEvent>({ LedgerAudited: true });

export async function lastAudit(store: Pick<EventStore, 'readStream'>): Promise<StoredAudit | undefined> {
  const [last] = await store.readStream(AUDITS_STREAM, { direction: 'backwards', limit: 1 });
  const audited = last && auditEvent(last);
  return audited && { ...audited.data, at: audited.at };
}
