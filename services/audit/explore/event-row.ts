import type { RecordedEvent } from '../../../infra/event-store/event-store.js';
import type { AuditEventRow } from '../../contracts/admin/audit-event.contract.js';
import type { Posting } from '../../ledger/postings.js';

export function postingsOf({ data }: Pick<RecordedEvent, 'data'>): readonly Posting[] {
  const lines: unknown = data?.['postings'];
  return Array.isArray(lines) ? lines.filter(isPosting) : [];
}

const KOBO = /^-?\d{1,30}$/;

function isPosting(line: unknown): line is Posting {
  if (typeof line !== 'object' || line === null) return false;
  const { account, amount } = line as Partial<Record<keyof Posting, unknown>>;
  return typeof account === 'string' && typeof amount === 'string' && KOBO.test(amount);
}

export function rowOf(event: RecordedEvent): AuditEventRow {
  const { stream, revision, type, at, id, correlationId, causationId, hash } = event;
  const { kind, id: actorId } = event.actor;
  const debits = postingsOf(event).flatMap(({ amount }) => (amount.startsWith('-') ? [] : [BigInt(amount)]));
  return {
    position: event.position || null,
    stream,
    revision,
    type,
    at,
    actor: { kind, id: actorId },
    id,
    correlationId,
    causationId,
    hash,
    moved: debits.length === 0 ? null : String(debits.reduce((sum, debit) => sum + debit, 0n)),
  };
}
