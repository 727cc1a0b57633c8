import { z } from 'zod';
import { serverOnly } from '../call.js';
import { Ok } from '../fields/http-fields.js';

/** Event header without `data`. */
export const AuditEventRow = serverOnly(() =>
  z.object({
    /** Position of the event in the log. Null when the store does not return positions. */
    position: z.number().nullable(),
    stream: z.string(),
    revision: z.number(),
    type: z.string(),
    at: z.string(),
    /** Person or system that caused the event, without the encrypted network address. */
    actor: z.object({ kind: z.string(), id: z.string() }),
    id: z.string(),
    correlationId: z.string(),
    causationId: z.string(),
    hash: z.string(),
    /**
     * Sum of the debits in the event's postings, in kobo as a decimal string. Null for an event without
     * postings.
     */
    moved: z.string().nullable(),
  }),
);
export type AuditEventRow = z.output<typeof AuditEventRow>;

const Posting = serverOnly(() => z.object({ account: z.string(), amount: z.string() }));

export const WholeEvent = serverOnly(() =>
  z.object({
    status: Ok,
    position: z.number().nullable(),
    hash: z.string(),
    /** Stored bytes of the event as text. Null when the store cannot return them. */
    text: z.string().nullable(),
    /** True when the SHA-256 of `text` equals `hash`. Null when `text` is null. */
    hashHolds: z.boolean().nullable(),
    event: z.record(z.string(), z.unknown()),
    /**
     * Preceding event of the stream. Null for the first event. `agrees` is true when `previousHash` of this
     * event equals the hash of the preceding event.
     */
    previous: z.object({ row: AuditEventRow, agrees: z.boolean() }).nullable(),
    next: AuditEventRow.nullable(),
    /**
     * Kind of cause. `event` means another event. `request` means that a request caused this event
     * directly. `unknown` means that the search found no cause.
     */
    causedBy: z.enum(['event', 'request', 'unknown']),
    cause: AuditEventRow.nullable(),
    /**
     * Events that name this event as their cause. Searched only in `streams` and in the part of the
     * log near this event.
     */
    effects: z.array(AuditEventRow),
    related: z.array(AuditEventRow),
    postings: z.array(Posting),
    streams: z.array(z.string()),
  }),
);
