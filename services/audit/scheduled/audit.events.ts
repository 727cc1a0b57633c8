import { eventReader, type EventStore, type NewEvent } from '../../../infra/event-store/event-store.js';

/** The one stream of all audits that ran by themselves. */
export const AUDITS_STREAM = 'ledger-audits';

/** What was found when the whole ledger was looked through: every process shows the last one. */
export type AuditEvent = NewEvent<'LedgerAudited', LedgerAudited>;

export interface LedgerAudited {
  /** When it began, ISO 8601. */
  readonly startedAt: string;
  /** Position up to which the log was looked at. */
  readonly position: number;
  /** Rows, keys and views that are not what the log makes of them; null when that could not be finished. */
  readonly drift: number | null;
  /** The views that drift, with how much. Empty of a ledger that is in order. */
  readonly drifting: readonly { readonly view: string; readonly drift: number }[];
  /** What is wrong, one line each, without anything personal: the first twenty. */
  readonly lines: readonly string[];
  /** Kobo digits; null when that could not be finished. */
  readonly unexplained: string | null;
  /** Problems that verifying found; null when that could not be finished. */
  readonly problems: number | null;
  /** Why something could not be finished; null when all was. */
  readonly unfinished: string | null;
}

/** An audit and when it was stored. */
export type StoredAudit = LedgerAudited & { readonly at: string };

const auditEvent = eventReader<AuditEvent>({ LedgerAudited: true });

/** The last audit; undefined before the first. */
export async function lastAudit(store: Pick<EventStore, 'readStream'>): Promise<StoredAudit | undefined> {
  const [last] = await store.readStream(AUDITS_STREAM, { direction: 'backwards', limit: 1 });
  const audited = last && auditEvent(last);
  return audited && { ...audited.data, at: audited.at };
}
