import { z } from 'zod';
import { serverOnly } from '../call.js';
import { Ok } from '../fields/http-fields.js';

/** Event header without `data`. */
export const AuditEventRow = serverOnly(() =>
  z.object({
    /** Position in the log. Null when the event store numbers events only while the whole log is read. */
    position: z.number().nullable(),
    stream: z.string(),
    revision: z.number(),
    type: z.string(),
    at: z.string(),
    /** Actor of the event without the encrypted network address. */
    actor: z.object({ kind: z.string(), id: z.string() }),
    id: z.string(),
    correlationId: z.string(),
    causationId: z.string(),
    hash: z.string(),
    /** Kobo digits that the event's postings debit. Null for an event without postings. */
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
    /** Stored bytes of the event as text; null if they are unavailable. */
    text: z.string().nullable(),
    /** True when the SHA-256 of `text` is `hash`; null without `text`. */
    hashHolds: z.boolean().nullable(),
    event: z.record(z.string(), z.unknown()),
    /**
     * Previous event of the stream; null for the first. `agrees` is true when the present event names its
     * hash.
     */
    previous: z.object({ row: AuditEventRow, agrees: z.boolean() }).nullable(),
    next: AuditEventRow.nullable(),
    /**
     * Cause of the event. `request`: no stored event caused the event. `unknown`: no cause was found nearby.
     */
    causedBy: z.enum(['event', 'request', 'unknown']),
    cause: AuditEventRow.nullable(),
    /** Events that name the present event as their cause, searched in `streams` and nearby. */
    effects: z.array(AuditEventRow),
    related: z.array(AuditEventRow),
    postings: z.array(Posting),
    streams: z.array(z.string()),
  }),
);
